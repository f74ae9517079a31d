import { HookloomError, parseCitation } from '@hookloom/core';
import { bareHash, type OperationContext } from './context.ts';

/** An event of the log that a caller cited. */
export interface Resolved {
  session: string;
  seq: number;
  /** 64 hex. */
  hash: string;
}

/** The event a citation names. Throws `invalid_request` for what is none, `not_found` where the log disagrees (law 5). */
export async function resolveCitation(
  { store }: Pick<OperationContext, 'store'>,
  citation: string,
): Promise<Resolved> {
  const { session, seq, hashPrefix } = parseCitation(citation);
  const event = await store.at(session, seq);
  const hash = event === null ? '' : bareHash(event.hash);
  if (hash.startsWith(hashPrefix)) return { session, seq, hash };
  throw new HookloomError(
    'not_found',
    `No event of this workspace has the citation ${citation}.`,
    'Copy the citation from the checkout, or leave it out.',
  );
}
