import { conflict, defined, renderCitation, type JsonObject } from '@hookloom/core';
import { redactText, stripPrivate } from '@hookloom/core/redact';
import { z } from 'zod';
import {
  actorOf,
  askedAs,
  operation,
  readableSession,
  recordOperation,
  sessionId,
  type OperationContext,
  type Recorded,
} from './context.ts';
import { assertNotForgotten } from './forgotten-gate.ts';

export const MAX_FACT_CHARS = 1000;

export const factText = z
  .string()
  .min(1)
  .max(MAX_FACT_CHARS)
  .refine((text) => text.trim() !== '', 'must contain more than white space');
const name = z.string().min(1).max(200);

/** `memory_remember`: one fact, saved and pinned in one call. */
export const rememberRequest = z.strictObject({
  text: factText,
  kind: name.optional(),
  subject: name.optional(),
  tags: z.array(z.string().min(1).max(80)).max(16).optional(),
  importance: z.number().min(0).max(1).optional(),
  asked_as: askedAs,
  actor: z.string().min(1).max(512).optional(),
  session_id: sessionId,
});
export type RememberRequest = z.input<typeof rememberRequest>;

export interface SavedAnswer extends Recorded {
  session_id: string;
  entity_name: string;
  entity_type: string;
}

export interface RememberAnswer extends SavedAnswer {
  status: 'remembered' | 'strengthened';
  pinned: true;
}

const NAME_CHARS = 200;

/**
 * Pins a fact: every related checkout contains it, it never fades and a budget drops other rows first. The same text
 * again only reinforces it. Throws `conflict` for forgotten text.
 */
export const remember = operation(rememberRequest, async (context, request, caller) => {
  const { session_id, actor, text, ...rest } = request;
  const session = await readableSession(context, { session_id });
  const said = text.trim();
  await assertNotForgotten(
    context,
    said,
    rest.kind,
    rest.subject,
    ...(rest.tags ?? []),
    ...(rest.asked_as ?? []),
  );
  const payload: JsonObject = { text: said, pinned: true, ...defined(rest) };
  // The name is derived from the stored text, which is masked.
  const kept = redactText(stripPrivate(said).text).text;
  const entity_name =
    kept.length <= NAME_CHARS ? kept : `${kept.slice(0, NAME_CHARS - 1).toWellFormed()}…`;
  const known = await isKnown(context, session, entity_name, kept);
  const event = { type: 'memory.remembered', actorId: actor ?? actorOf(caller), payload };
  const { seq, hash, citation } = await recordOperation(context, session, event, caller);
  return {
    status: known ? 'strengthened' : 'remembered',
    seq,
    hash,
    citation,
    session_id: session,
    entity_name,
    entity_type: 'memory',
    pinned: true,
  } satisfies RememberAnswer;
});

/** Throws `conflict` for a fact that was corrected later. Saving works without a memory. */
async function isKnown(context: OperationContext, session: string, entity: string, text: string) {
  const opened = await context.memory.open();
  if (!opened.ok) return false;
  const request = { sessions: [session], types: ['memory'], names: [entity], limit: 100 };
  const versions = await opened.memory
    .facts({ ...request, includeSuperseded: true })
    .catch(() => []);
  const current = versions.find(({ validTo }) => validTo === null);
  if (current === undefined || current.content === text) return current !== undefined;
  throw conflict(
    `This was corrected on ${current.validFrom.slice(0, 10)}: ${renderCitation(session, current.seq, current.hash)} is current now.`,
    'If the correction was wrong, correct it with memory_correct and a reason.',
  );
}
