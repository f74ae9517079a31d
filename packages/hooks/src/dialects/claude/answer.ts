/** One answer while it is being read: its meaning so far, and notes for a person. */
import {
  DECISIONS,
  type Decision,
  type ExtraField,
  type HookEvent,
  type HookResponse,
} from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Interpreted, OutcomeReason } from '../../engine/outcome.ts';
import type { ClaudeEvent } from './events.ts';
import { rewrittenInput } from './tool-words.ts';

export class Answer<Event extends Pick<ClaudeEvent, 'name' | 'refusal'> = ClaudeEvent> {
  readonly native: Event;
  readonly event: HookEvent;
  readonly response: HookResponse = { decision: 'none' };
  readonly #notes = new Set<string>();
  #cannotBlock = false;

  constructor(native: Event, event: HookEvent) {
    this.native = native;
    this.event = event;
  }

  /** Another object in the output of the same handler. */
  another(): Answer<Event> {
    return new Answer(this.native, this.event);
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  /** Of two decisions, the stronger one counts, with its reason. */
  decide(decision: Decision, reason: string): void {
    const { response } = this;
    const difference = DECISIONS.indexOf(decision) - DECISIONS.indexOf(response.decision);
    if (difference < 0) return;
    if (difference > 0) delete response.reason;
    response.decision = decision;
    if (reason !== '' && response.reason === undefined) response.reason = reason;
  }

  /** A refusal in the sense of the event: a deny, or continuing instead of stopping. */
  refuse(reason: string, fallback: string): void {
    const { refusal, name } = this.native;
    const text = reason.trim() === '' ? fallback : reason;
    if (refusal === 'continue_with') this.goOn(text);
    else if (refusal === 'deny') this.decide('deny', text);
    else {
      this.#cannotBlock = true;
      this.note(`${name} cannot be blocked.`);
    }
  }

  /** Stop events: another round with this text. */
  goOn(text: string): void {
    const { response } = this;
    response.continue_with =
      response.continue_with === undefined ? text : `${response.continue_with}\n${text}`;
  }

  addContext(text: string): void {
    const { response } = this;
    response.context = response.context === undefined ? text : `${response.context}\n\n${text}`;
  }

  extra(field: ExtraField, value: JsonValue): void {
    this.response.extras = { ...this.response.extras, [field]: value };
  }

  // Single parts of the JSON. A part of the wrong type is reported and counts as absent.

  /** A text; '' if it is absent or of another type. */
  textOf(from: JsonObject, key: string): string {
    const value = from[key];
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null)
      this.note(`"${key}" is not a text; it does not count.`);
    return '';
  }

  flagOf(from: JsonObject, key: string): boolean {
    const value = from[key];
    if (value === true) return true;
    if (value !== undefined && value !== null && value !== false)
      this.note(`"${key}" is neither true nor false; it does not count.`);
    return false;
  }

  /** `updatedInput` is the complete new input (docs/reference/client-behaviour.md#claude-code-rewritten-input). */
  readInput(from: JsonObject): void {
    const updated = from['updatedInput'];
    if (updated === undefined || updated === null) return;
    if (!isJsonObject(updated))
      return this.note('updatedInput is not an object; it does not count.');
    const { input, filled } = rewrittenInput(updated, this.event.tool);
    this.response.modify_args = input;
    if (filled.length > 0)
      this.note(`updatedInput lacks ${filled.join(', ')}; the original's were kept.`);
  }

  get refused(): boolean {
    return this.response.decision === 'deny' || this.response.continue_with !== undefined;
  }

  takeRefusal({ decision, reason, continue_with }: HookResponse): void {
    if (decision === 'deny') this.decide(decision, reason ?? '');
    if (continue_with !== undefined) this.goOn(continue_with);
  }

  done(reason: OutcomeReason): Interpreted {
    const { response } = this;
    if (response.stop_agent === true && response.continue_with !== undefined) {
      delete response.continue_with;
      this.note('It asks both to continue and to end the run. The run ends.');
    }
    const blocked = this.#cannotBlock && (reason === 'answered' || reason === 'blocked_by_exit');
    return {
      reason: blocked ? 'block_not_possible' : reason,
      response,
      notes: [...this.#notes],
    };
  }
}
