/** Lists the fields of an answer that a client cannot receive, from its capabilities. */
import {
  RESPONSE_FIELDS,
  type ClientCapabilities,
  type Decision,
  type EventCapability,
  type FieldCapability,
  type HookEvent,
  type HookEventType,
  type HookResponse,
  type Loss,
  type Rendered,
  type ResponseField,
} from '@hookloom/core/hook';
import type { HookClient, RenderOptions } from '../client.ts';

export type Answers = EventCapability['answers'];

export const KEPT: FieldCapability = { survival: 'kept' };
/** These fields arrive as they are. */
export const kept = (...fields: ResponseField[]): Answers =>
  Object.fromEntries(fields.map((field) => [field, KEPT]));
export const changed = (note: string): FieldCapability => ({ survival: 'changed', note });
export const lost = (note: string): FieldCapability => ({ survival: 'lost', note });

/** The reason for every field that an event does not have. */
export const NO_SUCH_ANSWER = 'This client does not support this answer here.';

/** True if the answer sets this field. */
export function setsField(response: HookResponse, field: ResponseField): boolean {
  switch (field) {
    case 'allow':
    case 'deny':
    case 'ask':
    case 'defer':
      return response.decision === field;
    case 'reason':
    case 'context':
    case 'system_message':
    case 'continue_with':
    case 'stop_reason':
    case 'trigger_action':
    case 'title':
      return (response[field] ?? '') !== '';
    case 'updated_output':
    case 'modify_args':
      return response[field] !== undefined;
    case 'watch_paths':
      return (response.watch_paths ?? []).length > 0;
    case 'stop_agent':
    case 'retry':
    case 'suppress_output':
      return response[field] === true;
    default:
      return Object.keys(response[field] ?? {}).length > 0;
  }
}

/** Texts that belong to a decision or to the end of a run: the written answer shows whether they were included. */
const BELONGING: ReadonlySet<ResponseField> = new Set(['reason', 'stop_reason']);

/** The losses of the capability table; a renderer adds losses that depend on values. */
export function lossesOf(response: HookResponse, answers: Answers): Loss[] {
  return RESPONSE_FIELDS.filter(
    (field) =>
      setsField(response, field) && !(BELONGING.has(field) && answers[field] === undefined),
  ).flatMap((field) => {
    const { survival, note } = answers[field] ?? lost(NO_SUCH_ANSWER);
    return survival === 'kept' ? [] : [{ field, survival, note: note ?? '' }];
  });
}

/** What the client does with each field of an answer to this event, and what it loses of this answer. */
export function answersTo(
  { events }: ClientCapabilities,
  { native_event: name }: HookEvent,
  response: HookResponse,
) {
  const answers: Answers = Object.hasOwn(events, name) ? events[name]!.answers : {};
  return { name, answers, losses: lossesOf(response, answers) };
}

interface About {
  answers: Record<string, Answers>;
  /** The field that matchers test. */
  matches: Record<string, string>;
  also?: Record<string, HookEventType[]>;
  /** The event that also reports failed calls. */
  failsAs?: string;
}

/** The events of a client from its tables, by its own names. */
export function eventsOf(
  types: Record<string, HookEventType>,
  { answers, matches, also = {}, failsAs }: About,
): Record<string, EventCapability> {
  const events = Object.entries(types).map(([name, type]): [string, EventCapability] => [
    name,
    {
      type,
      ...(also[name] !== undefined && { also: also[name] }),
      ...(name === failsAs && { becomes: ['tool_failure'] }),
      ...(matches[name] !== undefined && { matches: matches[name] }),
      answers: answers[name] ?? {},
    },
  ]);
  return Object.fromEntries(events);
}

type Render = HookClient['render'];

/** Replaces the table's verdict on one field for this answer. */
export function addLoss(
  losses: Loss[],
  field: Loss['field'],
  survival: Loss['survival'],
  note: string,
): void {
  const at = losses.findIndex((loss) => loss.field === field);
  losses.splice(at < 0 ? losses.length : at, 1, { field, survival, note });
}

/** The field arrives as it is in this answer. */
export function removeLoss(losses: Loss[], field: Loss['field']): void {
  const at = losses.findIndex((loss) => loss.field === field);
  if (at >= 0) losses.splice(at, 1);
}

/** Wraps a renderer so that it also reports reasons that its written answer lacks. */
export function namingReasons(render: Render): Render {
  return (response, event, options) => withReasons(response, render(response, event, options));
}

/** A reason belongs to its decision, so if the decision is lost, the reason is not reported separately. */
function withReasons(response: HookResponse, rendered: Rendered): Rendered {
  const { reason = '', stop_reason = '' } = response;
  const { losses, stdout, stderr, exit } = rendered;
  const isLost = (field: ResponseField): boolean =>
    losses.some((loss) => loss.field === field && loss.survival !== 'changed');
  // If there is an answer on standard output, no client reads standard error.
  const read = exit === 0 ? stdout : `${stdout}\n${stderr}`;
  const isSaid = (text: string): boolean => {
    const whole = text.toWellFormed();
    return read.includes(JSON.stringify(whole).slice(1, -1)) || read.includes(whole);
  };
  const missing = (field: 'reason' | 'stop_reason', note: string): void => {
    const isNamed = losses.some((loss) => loss.field === field);
    if (!isNamed) losses.push({ field, survival: 'lost', note });
  };
  const { decision } = response;
  if (reason !== '' && !isSaid(reason)) {
    if (decision === 'none') missing('reason', 'There is no decision to explain.');
    else if (!isLost(decision)) missing('reason', 'This client receives only the decision.');
  }
  if (stop_reason !== '' && !isSaid(stop_reason)) {
    if (response.stop_agent !== true) missing('stop_reason', 'Nothing ends the run here.');
    else if (!isLost('stop_agent'))
      missing('stop_reason', 'This client ends the run without saying why.');
  }
  return rendered;
}

export interface Settled {
  /** The decision to send: one that the client understands here, or `none`. */
  decision: Exclude<Decision, 'defer'>;
  reason: string;
}

/** What the person and the model read if a client cannot ask. A retry would be refused again. */
export function refusedAsk(reason: string, client = 'this client'): string {
  const why = /\S/.test(reason) ? ` The hook says: ${reason}` : '';
  return `Refused: a hook wants a person to confirm this, and ${client} cannot ask here. Do not retry: tell the user, who can do it instead.${why}`;
}

const SETTLED: Record<Settled['decision'], string> = {
  none: 'Not sent: the client uses its own settings.',
  allow: '',
  deny: 'Denied: the client cannot ask a person here.',
  ask: 'Asked instead.',
};

/**
 * The decision that can be sent. A `defer` becomes an `ask`. An `ask` that the client cannot show becomes a deny, or
 * nothing if the user chose that or if the event cannot be delayed. A deny always has a reason.
 */
export function settle(
  response: HookResponse,
  answers: Answers,
  losses: Loss[],
  { askFallback = 'deny' }: RenderOptions = {},
): Settled {
  const can = (field: ResponseField): boolean => answers[field]?.survival === 'kept';
  const said = response.reason?.toWellFormed() ?? '';
  let { decision } = response;
  const wished = decision;
  if (decision === 'defer') decision = 'ask';
  if (decision === 'ask' && !can('ask'))
    decision = answers.ask === undefined ? 'none' : askFallback;
  if (decision === 'deny' && answers.deny === undefined) decision = 'none';
  if (decision === 'allow' && answers.allow === undefined) decision = 'none';
  const isAsk = wished === 'ask' || wished === 'defer';
  if (isAsk && decision !== wished && (decision !== 'none' || answers[wished] !== undefined))
    addLoss(losses, wished, decision === 'none' ? 'lost' : 'changed', SETTLED[decision]);
  if (isAsk && decision === 'deny') return { decision, reason: refusedAsk(said) };
  const unsaid =
    decision === 'ask'
      ? 'A hook asks for a person to decide about this.'
      : 'A hook refused this and gave no reason.';
  return { decision, reason: said || unsaid };
}

/** Cuts a text to fit, never inside a character, and reports the cut. */
export function cutToFit(
  text: string,
  { chars, bytes = Infinity }: { chars: number; bytes?: number },
  losses: Loss[],
): string {
  const whole = text.toWellFormed();
  if (whole.length <= chars && Buffer.byteLength(whole) <= bytes) return whole;
  let end = Math.min(whole.length, chars);
  while (Buffer.byteLength(whole.slice(0, end)) > bytes)
    end -= Math.max(1, Math.ceil((Buffer.byteLength(whole.slice(0, end)) - bytes) / 3));
  const out = whole.slice(0, end).replace(/[\ud800-\udbff]$/, '');
  addLoss(
    losses,
    'context',
    'changed',
    `Cut from ${whole.length} to ${out.length} characters: the limit of this client.`,
  );
  return out;
}

/**
 * The text for the user at the end of a turn: the message, and a hook's reason for ending the turn. If the turn ends
 * anyway, nothing else shows that reason.
 */
export function lastMessage(response: HookResponse, losses: Loss[]): string {
  const { system_message, stop_reason = '', stop_agent } = response;
  if (stop_agent === true || stop_reason === '' || nextStep(response) !== '')
    return joined(system_message);
  addLoss(losses, 'stop_reason', 'changed', 'Shown to you as a message: the turn ends anyway.');
  return joined(system_message, stop_reason);
}

/** The texts that are not empty, joined by blank lines. */
export function joined(...texts: (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n')
    .toWellFormed();
}

/**
 * What an agent that is about to stop should do next, or ''. By contract a deny on a stop event is a `continue_with`;
 * one that was not converted must not get lost.
 */
export function nextStep({ continue_with = '', decision, reason = '' }: HookResponse): string {
  const denied = decision === 'deny' ? reason || 'A hook refused this and gave no reason.' : '';
  return (continue_with || denied).toWellFormed();
}
