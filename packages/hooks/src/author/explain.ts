/** Which handlers would fire for an event, why the others would not, and what every client could not be told. Runs nothing. */
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook/event-types';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { Survival } from '@hookloom/core/hook/capability';
import { RESPONSE_FIELDS, type ResponseField } from '@hookloom/core/hook/hook-response';
import { CLIENTS } from '../clients/index.ts';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import { dispatch } from '../engine/dispatch.ts';
import type { ConfigProblem, Handler } from '../engine/handler.ts';
import type { Verdict } from '../engine/plan.ts';
import { placeOf } from '../engine/telemetry.ts';
import { nativeName } from './sample-event.ts';

export interface ExplainedHandler {
  place: string;
  identity: string;
  dialect: string;
  layer: string;
  event: string;
  matcher: string | null;
  action: string;
  fires: boolean;
  verdict: Verdict;
  /** One sentence: why, and what to do where something can be done. */
  why: string;
}

export interface Explanation {
  client: ClientName;
  native_event: string;
  event_types: string[];
  handlers: ExplainedHandler[];
  /** For every client that has such an event, the fields that do not arrive as they were meant. */
  losses: {
    client: ClientName;
    native_event: string | null;
    fields: { field: ResponseField; survival: Survival; note: string }[];
  }[];
  problems: ConfigProblem[];
}

export async function explain(request: DispatchRequest): Promise<Explanation> {
  const { event, projectDir, home, client } = request;
  const { planned, problems } = await dispatch({ ...request, dryRun: true });
  return {
    client: client.name,
    native_event: event.native_event,
    event_types: [event.event_type, ...event.also],
    handlers: planned.map(({ handler, verdict }) => ({
      place: placeOf(handler.source, { projectDir, home }),
      identity: handler.identity,
      dialect: handler.dialect,
      layer: handler.source.file.layer,
      event: handler.event,
      matcher: handler.matcherText,
      action: actionText(handler),
      fires: verdict === 'fires',
      verdict,
      why: reasonFor(verdict, handler, event),
    })),
    losses: CLIENT_NAMES.map((name) => lossesOf(name, event)),
    problems,
  };
}

export function actionText({ action }: Pick<Handler, 'action'>): string {
  if (action.kind === 'shell') return action.command;
  return action.kind === 'argv' ? JSON.stringify(action.argv) : `POST ${action.url}`;
}

function reasonFor(verdict: Verdict, handler: Handler, event: HookEvent): string {
  const { title } = CLIENTS[event.source].capabilities;
  switch (verdict) {
    case 'fires':
      return handler.async ? 'fires, in the background' : 'fires';
    case 'matcher_differs':
      return `its matcher ${JSON.stringify(handler.matcherText)} does not match ${what(event)}`;
    case 'condition_differs':
      return `its condition ${JSON.stringify(handler.condition)} does not hold`;
    case 'matcher_timed_out':
      return 'its pattern ran over its time; write a simpler one';
    case 'duplicate':
      return 'the same hook stands earlier, and its language runs it once';
    case 'runs_in_client':
      return `${title} runs this file by itself`;
    case 'own_command':
      return "it is Hookloom's own command";
    case 'untrusted':
      return 'it came with the project and nobody reviewed it: run `hookloom hooks trust`';
    case 'modified':
      return 'it or its script changed since the review: run `hookloom hooks trust`';
    case 'disabled':
      return 'hooks of its language are turned off';
    case 'already_ran_once':
      return '`once`: it ran in this session already';
    case 'too_deep':
      return 'a hook started the client that fired this event, too many times over';
  }
}

function what(event: HookEvent): string {
  if (event.tool !== null) return event.tool.native_name;
  return event.subject ?? 'this event';
}

function lossesOf(name: ClientName, event: HookEvent): Explanation['losses'][number] {
  const native = name === event.source ? event.native_event : nativeName(name, event.event_type);
  const answers = native === null ? undefined : CLIENTS[name].capabilities.events[native]?.answers;
  if (answers === undefined) return { client: name, native_event: null, fields: [] };
  const fields = RESPONSE_FIELDS.flatMap((field) => {
    const capability = answers[field];
    if (capability?.survival === 'kept') return [];
    const survival = capability?.survival ?? 'lost';
    return [{ field, survival, note: capability?.note ?? 'This event has no word for it.' }];
  });
  return { client: name, native_event: native, fields };
}
