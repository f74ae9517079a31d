/**
 * Explains which handlers would run for an event, why the others would not, and which fields each client cannot receive.
 * Runs nothing.
 */
import {
  CLIENT_NAMES,
  RESPONSE_FIELDS,
  type ClientName,
  type HookEvent,
  type HookEventType,
  type Loss,
  type ResponseField,
  type Survival,
} from '@hookloom/core/hook';
import { fieldLosses } from '../clients/field-losses.ts';
import { CLIENTS } from '../clients/index.ts';
import { statusLoss, placeOf } from '../engine/telemetry.ts';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import type { ConfigProblem, Handler } from '../engine/handler.ts';
import type { Verdict } from '../engine/plan.ts';
import type { Refusal } from '../engine/review/refusals.ts';
import { readRegistration } from '../registration/read-registration.ts';
import { whyNot, type WhyNot } from '../registration/why-not.ts';
import { readFileText } from '../found/settings-text.ts';
import { nativeName, sampleNativeEvent } from './sample-event.ts';

export interface ExplainedHandler {
  place: string;
  identity: string;
  dialect: string;
  layer: string;
  event: string;
  matcher: string | null;
  action: string;
  fires: boolean;
  /** It is critical and cannot do its work, so the call is refused. */
  refuses: boolean;
  /**
   * `not_registered`: it would fire, but this client does not deliver the event with its current settings. `removed`: it
   * was reviewed and is gone.
   */
  verdict: Verdict | 'not_registered' | 'removed';
  /** One sentence: the reason, and what to do if it can be fixed. */
  why: string;
  /** Fields that its definition requests without effect, whatever it answers. */
  losses: Loss[];
}

export interface Explanation {
  client: ClientName;
  native_event: string;
  event_types: string[];
  /** Why this client does not deliver the event with its current settings; null if it does. */
  unreached: WhyNot | null;
  handlers: ExplainedHandler[];
  /** For every client that has such an event, the fields that do not arrive as intended. */
  losses: {
    client: ClientName;
    native_event: string | null;
    fields: { field: ResponseField; survival: Survival; note: string }[];
  }[];
  problems: ConfigProblem[];
}

export async function explain(request: DispatchRequest): Promise<Explanation> {
  const { event, client } = request;
  const { planned, problems, refusals } = await dispatch({ ...request, dryRun: true });
  const unreached = unreachedBy(request);
  const gone = refusals.filter(
    ({ handler }) => handler !== null && !planned.some((one) => one.handler === handler),
  );
  return {
    client: client.name,
    native_event: event.native_event,
    event_types: [event.event_type, ...event.also],
    unreached: unreached(event.event_type),
    handlers: [
      ...planned.map(({ handler, verdict: byPlan }): ExplainedHandler => {
        const not = byPlan === 'fires' ? unreached(handler.type) : null;
        const verdict = not === null ? byPlan : 'not_registered';
        const refusal = refusals.find((one) => one.handler === handler);
        const why =
          not === null ? reasonFor(byPlan, handler, event) : `${not.message} ${not.remediation}`;
        return {
          ...described(handler, request),
          fires: verdict === 'fires',
          refuses: not === null && refusal?.report.refused === true,
          verdict,
          why: refusal === undefined ? why : whatHappens(refusal),
        };
      }),
      ...gone.map((refusal): ExplainedHandler => ({
        ...described(refusal.handler!, request),
        fires: false,
        refuses: refusal.report.refused && unreached(refusal.handler!.type) === null,
        verdict: 'removed',
        why: whatHappens(refusal),
      })),
    ],
    losses: CLIENT_NAMES.map((name) => lossesOf(name, event)),
    problems,
  };
}

type Described = Omit<ExplainedHandler, 'fires' | 'refuses' | 'verdict' | 'why'>;

function described(handler: Handler, { projectDir, home, client }: DispatchRequest): Described {
  const status = statusLoss(handler, client);
  return {
    losses: status === null ? [] : [status],
    place: placeOf(handler.source, { projectDir, home }),
    identity: handler.identity,
    dialect: handler.dialect,
    layer: handler.source.file.layer,
    event: handler.event,
    matcher: handler.matcherText,
    action: actionText(handler),
  };
}

/** In the words of the answer that the client gets. */
function whatHappens({ response }: Refusal): string {
  return response.system_message ?? '';
}

/** Clients without settings are connected manually, so it is unknown which events they send. */
function unreachedBy({
  client,
  projectDir,
  home,
  env,
}: DispatchRequest): (type: HookEventType) => WhyNot | null {
  const { name } = client;
  if (name === 'generic') return () => null;
  const place = { root: projectDir, home: home ?? projectDir, env, platform: process.platform };
  const registration = readRegistration(name, place, readFileText);
  return (type) => whyNot(client, type, registration);
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
      return `its condition ${JSON.stringify(handler.condition)} is not true`;
    case 'matcher_timed_out':
      return 'its pattern ran over its time; write a simpler one';
    case 'duplicate':
      return 'the same hook comes earlier, and its language runs it once';
    case 'runs_in_client':
      return `${title} runs this file itself`;
    case 'own_command':
      return "it is Hookloom's own command";
    case 'untrusted':
      return 'it came with the project and was never reviewed: run `hookloom hooks trust`';
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

/** For the event's own client, this event; for the others, one of their events of the same type. */
function lossesOf(name: ClientName, event: HookEvent): Explanation['losses'][number] {
  const client = CLIENTS[name];
  const isOwn = name === event.source;
  const native = isOwn ? event.native_event : nativeName(name, event.event_type);
  if (native === null || !Object.hasOwn(client.capabilities.events, native))
    return { client: name, native_event: null, fields: [] };
  const becomes = fieldLosses(client, isOwn ? event : sampleNativeEvent(client, native));
  const fields = RESPONSE_FIELDS.flatMap((field) => {
    const { survival, note = '' } = becomes[field];
    return survival === 'kept' ? [] : [{ field, survival, note }];
  });
  return { client: name, native_event: native, fields };
}
