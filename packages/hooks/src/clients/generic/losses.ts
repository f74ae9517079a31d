/** What of an answer a client cannot be told, from the capabilities as data. */
import type { EventCapability, FieldCapability, Loss } from '@hookloom/core/hook/capability';
import {
  RESPONSE_FIELDS,
  type Decision,
  type HookResponse,
  type ResponseField,
} from '@hookloom/core/hook/hook-response';
import type { RenderOptions } from '../client.ts';

export type Answers = EventCapability['answers'];

export const KEPT: FieldCapability = { survival: 'kept' };
export const changed = (note: string): FieldCapability => ({ survival: 'changed', note });
export const lost = (note: string): FieldCapability => ({ survival: 'lost', note });

/** True where the answer says something with this field. */
export function says(response: HookResponse, field: ResponseField): boolean {
  switch (field) {
    case 'allow':
    case 'deny':
    case 'ask':
    case 'defer':
      return response.decision === field;
    case 'context':
    case 'system_message':
    case 'continue_with':
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

/** The losses that the table tells; a renderer adds those that depend on the values. */
export function lossesOf(response: HookResponse, answers: Answers): Loss[] {
  return RESPONSE_FIELDS.filter((field) => says(response, field)).flatMap((field) => {
    const { survival, note } = answers[field] ?? lost('This client takes no such answer here.');
    return survival === 'kept' ? [] : [{ field, survival, note: note ?? '' }];
  });
}

/** Says what became of one field in this very answer, in place of what the table says. */
export function retell(losses: Loss[], loss: Loss): void {
  const at = losses.findIndex(({ field }) => field === loss.field);
  if (at < 0) losses.push(loss);
  else losses[at] = loss;
}

export interface Settled {
  /** What is said: one that the client understands here, or `none`. */
  decision: Exclude<Decision, 'defer'>;
  reason: string;
}

const ASKED = 'A hook wants a person to decide this call.';
const CANNOT_ASK = 'A hook wants a person to decide this call, and the client cannot ask here.';

const SETTLED: Record<Settled['decision'], string> = {
  none: 'Nothing is said: the client goes by its own settings.',
  allow: '',
  deny: 'Denied: the client cannot ask a person here.',
  ask: 'Asked instead.',
};

/**
 * The decision that can be said. A `defer` is an `ask` here; an `ask` that cannot be asked is a deny, or nothing where
 * the person chose so or where nothing can be held up (hooks.md §G.2). A deny has a reason in any case (emission rule 6).
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
  if ((wished === 'ask' || wished === 'defer') && decision !== wished)
    retell(losses, {
      field: wished,
      survival: decision === 'none' ? 'lost' : 'changed',
      note: SETTLED[decision],
    });
  const unsaid = decision === 'ask' ? ASKED : wished === 'deny' ? 'Denied by a hook.' : CANNOT_ASK;
  return { decision, reason: said === '' ? unsaid : said };
}

/** A text that fits, never cut through a character; what does not fit is told. */
export function fitted(
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
  retell(losses, {
    field: 'context',
    survival: 'changed',
    note: `Cut from ${whole.length} to ${out.length} characters: this client takes no more.`,
  });
  return out;
}

/** The texts that are there, with a blank line between them. */
export function joined(...texts: (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n')
    .toWellFormed();
}

/**
 * What an agent that is about to stop shall do next, or ''. A deny on a stop event is a `continue_with` by contract; one
 * that slipped through must not get lost.
 */
export function nextStep({ continue_with = '', decision, reason = '' }: HookResponse): string {
  const denied = decision === 'deny' ? reason || 'Denied by a hook.' : '';
  return (continue_with || denied).toWellFormed();
}
