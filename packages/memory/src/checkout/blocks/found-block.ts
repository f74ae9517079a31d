import type { JsonObject } from '@hookloom/core';
import type { Item, JudgedItem } from '../items.ts';
import type { Slot } from '../slot-plan.ts';

/** The result of a block. Independent of the budget. */
export interface FoundBlock {
  /** Items for the prompt. The budget admits or leaves out each of them. */
  items: Item[];
  /**
   * Its keys of `diagnostics`. Leave out entries whose item is not in `kept`, so that the budget covers them too. Must
   * label everything generated with `authority_status: 'non_authoritative'`.
   */
  diagnostics(kept: ReadonlySet<Item>): JsonObject;
  /** Lines for `guidance.trust` and `guidance.ignore`. */
  trust?: string[];
  ignore?: string[];
  /** Warnings that keep a checkout from `answer_from_memory`. Use sparingly. */
  warnings?: string[];
  /** What must be settled before the question can be answered. */
  action?: JsonObject;
  /** Slots of the question that its items fill, provided the items are kept. */
  fills?(kept: ReadonlySet<JudgedItem>): readonly Slot[];
  /** Slots that stay open even if facts match, because a value could not be computed from them. */
  opens?: readonly Slot[];
  /** Its part of `guidance`, under the block's key. */
  guidance?: JsonObject;
}
