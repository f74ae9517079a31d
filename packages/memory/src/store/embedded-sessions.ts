/**
 * The sessions whose texts get a vector: every log, and the files of writers that a person trusts. A repository must
 * not decide how much is computed on a machine, so the files of a team share one limit; texts beyond it are found by
 * words.
 */
import { isSharedSession } from '@hookloom/core';
import { isUntrusted } from '../channels.ts';
import type { Database } from './port.ts';
import { firstChannel } from './document-rows.ts';
import { readSessions } from './session-rows.ts';

/** The limit for the texts of all shared files together. */
const MAX_SHARED = 20_000;

/** Ids in ascending order. `names`: only among these sessions. */
export function embeddedSids(db: Database, names?: readonly string[]): number[] {
  const wanted = names === undefined ? null : new Set(names);
  const isTrusted = (sid: number): boolean => {
    const channel = firstChannel(db, sid);
    return channel !== null && !isUntrusted(channel);
  };
  let left = MAX_SHARED;
  const sids: number[] = [];
  const byName = readSessions(db).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { sid, name, docs } of byName) {
    if (isSharedSession(name)) {
      // If a file does not fit, smaller ones can use the space.
      if (docs > left || !isTrusted(sid)) continue;
      left -= docs;
    }
    if (wanted === null || wanted.has(name)) sids.push(sid);
  }
  return sids.sort((a, b) => a - b);
}
