/**
 * Records every run as a log event: which handler ran, how it ended, its decision, and what of its answer the
 * client could not receive. No payload.
 */
import path from 'node:path';
import {
  LINE_CHARS,
  newDraft,
  putName,
  putText,
  type Draft,
  type HookEvent,
  type Loss,
  type HookResponse,
  type ResponseField,
} from '@hookloom/core/hook';
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import type { HandlerSource, Handler } from './handler.ts';
import type { HandlerRun } from './run.ts';
import type { HookClient, RenderOptions } from '../clients/client.ts';
import type { SessionEnvironment } from './session-environment.ts';
import type { DispatchRequest } from './dispatch-request.ts';

const MAX_NOTES = 8;

export interface TelemetryContext extends Pick<DispatchRequest, 'event' | 'projectDir' | 'home'> {
  /** Id of the recorded event that the client delivered, if known. */
  causedBy?: string | undefined;
}

/**
 * One `hook.run.completed`.
 *
 * @example runCompleted(run, [], context).payload
 * // → { handler: 'sha256:…', dialect: 'toml', event_type: 'before_tool', outcome: 'answered', decision: 'deny', … }
 */
export function runCompleted(
  { handler, interpreted, type, durationMs }: Omit<HandlerRun, 'failure'>,
  losses: readonly Loss[],
  context: TelemetryContext,
): UnsealedEvent {
  const { event } = context;
  const { response } = interpreted;
  const draft = newDraft({
    handler: handler.identity,
    dialect: handler.dialect,
    layer: handler.source.file.layer,
    event_type: type,
    outcome: interpreted.reason,
    decision: response.decision,
    duration_ms: Math.round(durationMs),
    source: event.source,
  });
  putText(draft, 'file', placeOf(handler.source, context), LINE_CHARS);
  putName(draft, 'hook_event', handler.event);
  putName(draft, 'native_event', event.native_event);
  putName(draft, 'session_id', event.session_id);
  putName(draft, 'turn_id', event.turn_id);
  putName(draft, 'tool_use_id', event.tool_use_id);
  putName(draft, 'tool_name', event.tool?.native_name);
  putText(draft, 'reason', response.reason, LINE_CHARS, { folded: true });
  if (response.modify_args !== undefined) draft.payload['rewrote'] = true;
  if (response.continue_with !== undefined) draft.payload['continued'] = true;
  if (response.stop_agent === true) draft.payload['stopped'] = true;
  if (losses.length > 0)
    draft.payload['losses'] = losses.map(({ field, survival, note }) => ({
      field,
      survival,
      note,
    }));
  const notes = interpreted.notes.slice(0, MAX_NOTES).join('; ');
  putText(draft, 'notes', notes, LINE_CHARS, { folded: true });
  return byEngine('hook.run.completed', draft, context);
}

/** An event of the engine about an event of a client. */
export function byEngine(
  type: string,
  { payload, redactedPaths }: Draft,
  { event, causedBy }: Pick<TelemetryContext, 'event' | 'causedBy'>,
  channel: Channel = 'system',
): UnsealedEvent {
  const origin = { channel, client: event.source, session_id: event.session_id };
  const causes = causedBy === undefined ? [] : [causedBy];
  return { type, actorId: 'zaxy-hook', payload, redactedPaths, origin, causedBy: causes };
}

/** Such as `.codex/config.toml:12` or `~/.claude/settings.json:3`. Never contains the home folder's path. */
export function placeOf({ file, line }: HandlerSource, folders: Folders): string {
  const name = shortPath(file.path, folders);
  return line > 0 ? `${name}:${line}` : name;
}

type Folders = Pick<TelemetryContext, 'projectDir' | 'home'>;

/** Relative to the project, or with `~` for the home folder. */
export function shortPath(file: string, { projectDir, home }: Folders): string {
  // All are absolute and normalized. Resolving them again would cost a millisecond.
  const inside = (dir: string): string | null => {
    const prefix = dir.endsWith(path.sep) ? dir : `${dir}${path.sep}`;
    return file.startsWith(prefix) ? file.slice(prefix.length) : null;
  };
  const inHome = home === null ? null : inside(home);
  return inside(projectDir) ?? (inHome === null ? file : `~/${inHome}`);
}

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
