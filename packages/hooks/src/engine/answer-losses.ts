/** Which parts of one hook's answer the client loses. Recorded in `hook.run.completed` and printed by `hooks run`. */
import type { HookEvent, HookResponse, Loss, ResponseField } from '@hookloom/core/hook';
import type { HookClient, RenderOptions } from '../clients/client.ts';
import type { Handler } from './handler.ts';
import type { HandlerRun } from './run.ts';
import type { SessionEnvironment } from './session-environment.ts';

export interface AnswerContext extends RenderOptions {
  client: HookClient;
  event: HookEvent;
  environment: SessionEnvironment;
  /** The merged answer that was rendered for the client. */
  merged: HookResponse;
  /** The fields that the engine removed from it. */
  taken: readonly Loss[];
}

/** At most one loss per field, in the order in which they are found. */
export function lossesOfRun(
  { handler, interpreted }: Pick<HandlerRun, 'handler' | 'interpreted'>,
  { client, event, environment, merged, taken, ...options }: AnswerContext,
): Loss[] {
  const own = interpreted.response;
  const { response, losses } = environment.spoken(own, event);
  const status = statusLoss(handler, client);
  const all = [
    ...client.render(response, event, options).losses,
    ...losses,
    ...taken.filter(({ field }) => field in own),
    ...overruled(own, merged),
    ...(status === null ? [] : [status]),
  ];
  return all.filter(({ field }, at) => all.findIndex((loss) => loss.field === field) === at);
}

/** What another hook's answer has cancelled. */
function overruled(own: HookResponse, merged: HookResponse): Loss[] {
  const gone = (field: ResponseField & keyof HookResponse): boolean =>
    own[field] !== undefined && merged[field] === undefined;
  const out: Loss[] = [];
  if (merged.decision === 'deny' && own.decision !== 'deny')
    for (const field of ['modify_args', 'updated_output'] as const)
      if (gone(field)) out.push({ field, survival: 'lost', note: 'Another hook refuses this.' });
  if (merged.stop_agent === true && gone('continue_with'))
    out.push({ field: 'continue_with', survival: 'lost', note: 'Another hook ends the run.' });
  return out;
}

/** A client shows this text only for its own hooks, and ours all run behind one command. */
export function statusLoss({ statusMessage }: Handler, { capabilities }: HookClient): Loss | null {
  if (statusMessage === null) return null;
  const note = `${capabilities.title} shows no text while Hookloom runs a hook.`;
  return { field: 'status_message', survival: 'lost', note };
}
