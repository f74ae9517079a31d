/**
 * Reads a checkout that a caller returns. Nothing in it is trusted: this file limits its size, the callers verify it.
 */
import { canonicalize, invalidRequest, isJsonObject, type JsonObject } from '@hookloom/core';
import { cleanText } from '@hookloom/memory/checkout';
import type { ReturnedCheckout, LedgerRow } from '@hookloom/memory';
import { z } from 'zod';
import { parseRequest } from './context.ts';

/** A checkout without a budget has at most 38,000 characters. This limit is for larger requested budgets. */
const MAX_CHECKOUT_BYTES = 524_288;
const MAX_SMALL_BYTES = 8192;
const MAX_ROWS = 64;
const MAX_CANDIDATES = 8;

const name = z.string().min(1).max(300).transform(cleanText);
const text = z.string().max(4096).transform(cleanText);
const share = z.number().min(0).max(1);
const names = z.array(name).max(MAX_ROWS);
const operation = z.enum(['sum', 'difference', 'average', 'list', 'interval', 'count']);
/** Small values are kept unchanged. */
const small = z
  .custom<JsonObject>(isJsonObject, 'must be an object')
  .refine((value) => canonicalize(value).length <= MAX_SMALL_BYTES, 'is too large')
  .nullish()
  .transform((value) => value ?? null);

/** The fields that the checkout has. Other keys are dropped. */
export const candidateShape = z.object({
  rank: z.int().min(1).max(MAX_CANDIDATES),
  type: z.enum(['count', 'total', 'average', 'difference', 'interval', 'list']),
  confidence: share,
  answer_key: text,
  answer: text,
  support_source_ids: names,
  excluded_source_ids: names,
});

export const rowShape = z.object({
  fact_id: name,
  source_group: name,
  citation: z.string().max(300).nullable(),
  kind: z.enum(['duration', 'size', 'money', 'percent', 'count', 'event', 'item', 'instant']),
  entity: text,
  value: z.union([z.number(), text]).nullable(),
  unit: z.string().max(60).nullable(),
  time: z.string().max(40),
  label: text,
  raw_span: text,
  normalized_identity: text,
  include_reason: z.string().max(60).nullable(),
  exclude_reason: z.string().max(60).nullable(),
  excluded_by: z.string().max(300).optional(),
  confidence: share,
  channel: z.string().max(20),
});

const checkoutShape = z.object({
  session_id: z.string().min(1).max(128),
  query: text,
  quality: z.object({
    answerability: z.enum(['answer_from_memory', 'refresh_recommended', 'ask_user']),
    confidence: share,
    reasons: z.array(text).max(20),
  }),
  warnings: z.array(text).max(40).default([]),
  ref: small,
  purpose: small,
  replay_event_count: z.int().min(0).default(0),
  diagnostics: z.object({
    slot_plan: small,
    recall: z.object({ missing_slots: z.array(z.string().max(60)).max(20).default([]) }).optional(),
    conflicts: z.array(z.unknown()).max(40).optional(),
    synthesis: z.object({
      mode: z.string().max(60),
      answer_candidates: z.array(candidateShape).max(MAX_CANDIDATES),
      ledger_rows: z.array(rowShape).max(MAX_ROWS),
      operations: z
        .array(
          z.object({
            operation,
            unit: z.string().max(60).nullable(),
            value: z.union([z.number(), z.array(text).max(MAX_ROWS)]),
            answer: text,
            answer_key: text,
            fact_ids: names,
          }),
        )
        .max(MAX_CANDIDATES)
        .default([]),
      result: small,
    }),
  }),
});

/** The argument of a tool: an object, which is only parsed here. */
export const checkoutArgument = z
  .custom<JsonObject>(isJsonObject, 'must be the answer of memory_checkout')
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'The whole answer of memory_checkout with detail "full"',
  });

/** Throws `invalid_request` unless it is a checkout with a synthesis and within the size limit. */
export function readCheckout(brought: JsonObject): ReturnedCheckout {
  // Canonicalize first: that limits the nesting for all later steps.
  if (canonicalize(brought).length > MAX_CHECKOUT_BYTES)
    throw invalidRequest(
      `The checkout has more than ${MAX_CHECKOUT_BYTES} characters.`,
      'Send the answer of memory_checkout as it was, or make a checkout with a smaller max_tokens.',
    );
  const { diagnostics, ...checkout } = parseRequest(checkoutShape, brought);
  const { synthesis } = diagnostics;
  return {
    ...checkout,
    slot_plan: diagnostics.slot_plan,
    missing_slots: diagnostics.recall?.missing_slots ?? [],
    conflict_count: diagnostics.conflicts?.length ?? 0,
    mode: synthesis.mode,
    answer_candidates: synthesis.answer_candidates,
    ledger_rows: synthesis.ledger_rows as LedgerRow[],
    operations: synthesis.operations,
    result: synthesis.result,
  };
}
