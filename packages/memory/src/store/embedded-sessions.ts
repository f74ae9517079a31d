/**
 * The sessions whose texts get a vector: every log, and the files of writers that a person trusts. A repository must not
 * decide how much is computed on a machine, so the files of a team have a limit together; what is beyond is found by words.
 */
import { isSharedSession } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import { docId } from './doc-id.ts';
import type { Database } from './port.ts';

/** Texts of all shared files together. */
const MAX_SHARED = 20_000;

/** Ids in ascending order. `names`: only among these sessions. */
export function embeddedSids(db: Database, names?: readonly string[]): number[] {
  const wanted = names === undefined ? null : new Set(names);
  const first = db.prepare('SELECT channel FROM docs WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1');
  const isTrusted = (sid: number): boolean => {
    const row = first.get(docId(sid, 0), docId(sid + 1, 0) - 1);
    return row !== undefined && !isUntrusted(row['channel'] as Channel);
  };
  let left = MAX_SHARED;
  const sids: number[] = [];
  for (const row of db.prepare('SELECT sid, name, docs FROM sessions ORDER BY name').all()) {
    const [sid, name, docs] = [Number(row['sid']), String(row['name']), Number(row['docs'])];
    if (isSharedSession(name)) {
      // A file that has no room leaves it to smaller ones.
      if (docs > left || !isTrusted(sid)) continue;
      left -= docs;
    }
    if (wanted === null || wanted.has(name)) sids.push(sid);
  }
  return sids.sort((a, b) => a - b);
}
