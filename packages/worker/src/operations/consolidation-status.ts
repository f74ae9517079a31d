import { renderCitation } from '@hookloom/core';
import { excerpt, fence, foldText, reasonToWithhold } from '@hookloom/memory/checkout';
import { isUntrusted, readProposals, type Proposal } from '@hookloom/memory';
import { z } from 'zod';
import { readableSession, readOperation, sessionId } from './context.ts';
import { openedMemory } from '../memory-access.ts';

/** `memory_consolidation_status`. */
const statusRequest = z.strictObject({ session_id: sessionId });

const MAX_QUEUE = 20;
const TITLE_CHARS = 200;

/** What waits for a review, and the number of proposals by state. */
export const consolidationStatus = readOperation(statusRequest, async (context, request) => {
  const session = await readableSession(context, request);
  const all = await readProposals(await openedMemory(context), [session]);
  const count = (test: (each: Proposal) => boolean): number => all.filter(test).length;
  const by = (status: Proposal['status']): number => count((each) => each.status === status);
  const kind = (name: Proposal['kind']): number => count((each) => each.kind === name);
  const open = all.filter(isOpenProposal);
  return {
    session_id: session,
    candidate_count: all.length,
    by_type: {
      episode: kind('episode'),
      claim: kind('claim'),
      procedure: kind('procedure'),
      belief: kind('belief'),
    },
    pending_count: by('pending'),
    accepted_count: by('accepted'),
    rejected_count: by('rejected'),
    deferred_count: by('deferred'),
    conflicted_count: by('conflicted'),
    stale_count: count(({ isStale }) => isStale),
    superseded_count: count(({ supersededBy }) => supersededBy !== null),
    valid_to_count: count(({ validTo }) => validTo !== null),
    promoted_count: count(({ promotedSeq }) => promotedSeq !== null),
    oldest_pending: all.find(({ status }) => status === 'pending')?.at ?? null,
    /** Those that can be reviewed, oldest first. */
    queue: open.slice(0, MAX_QUEUE).map(queued),
    authority_status: 'non_authoritative' as const,
  };
});

/** Accepted proposals wait for promotion. */
export function isOpenProposal({ status, promotedSeq, supersededBy }: Proposal): boolean {
  return status !== 'rejected' && promotedSeq === null && supersededBy === null;
}

function queued(each: Proposal) {
  return {
    candidate_id: each.id,
    type: each.kind,
    status: each.status,
    title: shownTitle(each),
    confidence: each.confidence,
    citation: renderCitation(each.session, each.seq, each.hash),
    stale: each.isStale,
    superseded: each.supersededBy !== null,
  };
}

/** Withholds a title that addresses an assistant, and marks one from an untrusted channel as reported. */
export function shownTitle({ title, channel }: Pick<Proposal, 'title' | 'channel'>): string {
  if (reasonToWithhold(channel, title) !== null)
    return '[withheld: the text addresses an assistant]';
  const text = excerpt(foldText(title), TITLE_CHARS);
  return isUntrusted(channel) ? fence(text) : text;
}
