import type { JsonObject } from '@hookloom/core';
import type { Item } from '../items.ts';
import type { Slot } from '../slot-plan.ts';

/** What a block found. Decided before any budget: the same for every budget. */
export interface FoundBlock {
  /** What it adds to the prompt, item by item: the budget admits or elides each. */
  items: Item[];
  /**
   * Its keys of `diagnostics`. Entries that stand for an item are left out when the item is not among the kept ones, so
   * that the budget covers them too. Must name everything generated `authority_status: 'non_authoritative'` (law 6).
   */
  diagnostics(kept: ReadonlySet<Item>): JsonObject;
  /** Lines for `guidance.trust` and `guidance.ignore`. */
  trust?: string[];
  ignore?: string[];
  /** Sentences that keep a checkout from `answer_from_memory`. Sparingly. */
  warnings?: string[];
  /** Slots of the question that what it offers fills, where the items for it are kept. */
  fills?(kept: ReadonlySet<Item>): readonly Slot[];
  /** Slots that stay open however well the facts match: what was to be computed from them could not be. */
  opens?: readonly Slot[];
  /** Its part of `guidance`, under the block's key. */
  guidance?: JsonObject;
}
