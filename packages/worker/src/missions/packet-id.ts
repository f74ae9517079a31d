/** The id of an approval packet, which contains the state from which it was made. */
import { invalidRequest } from '@hookloom/core';
import type { EventRef } from './state.ts';

const HASH_CHARS = 12;

/** @example packetId('login-bug', { session_id: 'login-bug', seq: 7, hash: '0464261d6ec0…' }) === 'login-bug:approval:7:0464261d6ec0' */
export function packetId(mission: string, { seq, hash }: EventRef): string {
  return `${mission}:approval:${seq}:${hash.slice(0, HASH_CHARS)}`;
}

/** Throws `invalid_request` for an id of another mission, or an invalid one. */
export function packetHead(mission: string, id: string): Pick<EventRef, 'seq' | 'hash'> {
  const found = /^(.+):approval:(\d{1,16}):([0-9a-f]{12})$/.exec(id);
  if (found !== null && found[1] === mission) return { seq: Number(found[2]), hash: found[3]! };
  throw invalidRequest(
    `packet_id is not an approval packet of ${mission}.`,
    'Copy packet_id from coordination_approval_packet, or leave it out.',
  );
}
