import { HookloomError, parseCitation, type StoredEvent } from '@hookloom/core';
import { bareHash, type OperationContext } from './context.ts';

export interface ResolvedCitation {
  session: string;
  seq: number;
  /** 64 hex. */
  hash: string;
  event: StoredEvent;
}

/**
 * The event that a caller's citation names, looked up in the log of this workspace (DESIGN law 5). Throws
 * `invalid_request` for what is no citation and `not_found` for one that does not resolve.
 */
export async function resolveCitation(
  { store }: Pick<OperationContext, 'store'>,
  citation: string,
): Promise<ResolvedCitation> {
  const { session, seq, hashPrefix } = parseCitation(citation);
  const event = await store.at(session, seq);
  const hash = event === null ? '' : bareHash(event.hash);
  if (event !== null && hash.startsWith(hashPrefix)) return { session, seq, hash, event };
  throw new HookloomError(
    'not_found',
    `No event of this workspace has the citation ${citation}.`,
    'Copy the citation from the checkout, or leave it out.',
  );
}
