import { notFound, parseCitation } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { assertInScope } from '../call-scope.ts';
import { bareHash, type OperationContext } from './context.ts';

/** A citation of an event that the log contains. */
export interface ResolvedCitation {
  session: string;
  seq: number;
  /** 64 hex. */
  hash: string;
  event: StoredEvent;
}

/**
 * Looks up a caller's citation in the log. Throws `invalid_request` for a text that is not a citation,
 * `permission_denied` for a session that the caller is not bound to, `not_found` if the log has no event with that seq
 * and hash.
 */
export async function resolveCitation(
  { store }: Pick<OperationContext, 'store'>,
  citation: string,
): Promise<ResolvedCitation> {
  const { session, seq, hashPrefix } = parseCitation(citation);
  const event = await store.at(assertInScope(session), seq);
  const hash = event === null ? '' : bareHash(event.hash);
  if (event !== null && hash.startsWith(hashPrefix)) return { session, seq, hash, event };
  if (event !== null)
    throw notFound(
      `Event ${seq} of ${session} is unavailable (replaced): the log contains another event in its place.`,
      'Run `hookloom verify`, and look the fact up again.',
    );
  throw notFound(
    `No event of this workspace has the citation ${citation}.`,
    'Copy the citation from the checkout, or leave it out.',
  );
}
