import type { Why } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { checkoutDeps, checkoutRequest, recallSettings } from './checkout.ts';
import { readOperation, readableSession } from './context.ts';
import { resolveCitation } from './payload-citations.ts';

/** `memory_why`: a row and the checkout to explain. */
export const whyRequest = checkoutRequest.extend({ citation: z.string().min(1).max(300) });

export interface WhyAnswer extends Why {
  query: string;
  session_id: string;
}

/** Why a checkout contains an event or not: its place, its score, and the rule that decided. Appends nothing. */
export const why = readOperation(whyRequest, async (context, parsed): Promise<WhyAnswer> => {
  const { query, citation, ref, limit } = parsed;
  const session = await readableSession(context, parsed);
  const target = await resolveCitation(context, citation);
  const { why: explain } = await import('@hookloom/memory/checkout');
  const answer = await explain(
    await checkoutDeps(context),
    {
      query,
      session,
      ref,
      limit,
      replayFromSeq: parsed.replay_from_seq,
      maxRecentEvents: parsed.max_recent_events,
      maxTokens: parsed.max_tokens,
      purpose: parsed.purpose,
      settings: recallSettings(context.env),
    },
    target,
  );
  return { ...answer, query, session_id: session };
});
