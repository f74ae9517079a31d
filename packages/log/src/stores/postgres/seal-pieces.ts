/**
 * An event for a store that seals: the texts around the parts that only the store knows, its integrity and its batch.
 */
import { canonicalize } from '@hookloom/core';
import { storedPayload, type PreparedEvent } from '../../envelope/seal.ts';

/** The line is `front`, integrity, `middle`, batch, `back`. The hash covers it without the integrity. */
export interface SealPieces {
  front: string;
  middle: string;
  back: string;
}

export function sealPieces(event: PreparedEvent, session: string): SealPieces {
  const payload = Object.entries(storedPayload(event, null));
  const early = canonicalize(Object.fromEntries(payload.filter(([key]) => key < '__batch')));
  // Never empty: it contains the origin.
  const late = canonicalize(Object.fromEntries(payload.filter(([key]) => key > '__batch')));
  const { actorId, causedBy, id, parentEventId, timestamp, type } = event;
  return {
    front: `{"actorId":${canonicalize(actorId)},"causedBy":${canonicalize(causedBy)},"id":${canonicalize(id)},`,
    middle: `"parentEventId":${canonicalize(parentEventId)},"payload":${early === '{}' ? '{' : `${early.slice(0, -1)},`}`,
    back: `${late.slice(1)},"threadId":${canonicalize(session)},"timestamp":${canonicalize(timestamp)},"type":${canonicalize(type)}}`,
  };
}
