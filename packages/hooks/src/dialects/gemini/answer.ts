/** One answer while it is being read: its meaning so far, and notes for a person. */
import type { ExtraField, HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import type { Interpreted, OutcomeReason } from '../../engine/outcome.ts';
import type { GeminiEvent } from './events.ts';

export class GeminiAnswer {
  readonly native: GeminiEvent;
  readonly event: HookEvent;
  readonly response: HookResponse = { decision: 'none' };
  readonly #notes = new Set<string>();
  #cannotBlock = false;

  constructor(native: GeminiEvent, event: HookEvent) {
    this.native = native;
    this.event = event;
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  /** A denial in the sense of the event: a deny, or another round with the reason as its prompt. */
  refuse(reason: string, fallback: string): void {
    const { refusal, name } = this.native;
    const text = reason.trim() === '' ? fallback : reason;
    if (refusal === 'continue_with') this.response.continue_with = text;
    else if (refusal === 'deny') {
      this.response.decision = 'deny';
      this.response.reason = text;
    } else {
      this.#cannotBlock = true;
      this.note(`${name} cannot be blocked.`);
    }
  }

  extra(field: ExtraField, value: JsonValue): void {
    this.response.extras = { ...this.response.extras, [field]: value };
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
