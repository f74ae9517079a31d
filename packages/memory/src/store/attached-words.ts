/**
 * Words of a later note, searched with the event that the note is about. Never shown with it, because they are cited by
 * the note itself.
 */
import { attempt, parseCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { Authority } from '../rows.ts';
import { actorTerm, QUESTION_MARK, AUTHORITY_TERMS, channelTerm } from '../words/marks.ts';
import { docId } from './stored-ids.ts';
import type { Database, Row } from './port.ts';
import type { Postings } from './search-rows.ts';

/** Per event, from all notes about it. */
const MAX_WORDS = 400;

export interface AttachedWords {
  /**
   * Adds the words that the event does not contain yet; returns how many. Does nothing for an event that is not in the
   * session before the note, for a piece of a file, and for a reported note about an authoritative text.
   *
   * @param target id of the event, or its citation
   */
  add(
    of: { sid: number; session: string },
    target: string,
    words: readonly string[],
    by: Channel,
  ): number;
}

export function openAttachedWords(db: Database, postings: Postings): AttachedWords {
  const columns = 'id, hash, kind, actor, channel, terms, dates';
  const byId = db.prepare(
    `SELECT ${columns} FROM docs WHERE id >> 32 = ? AND event_id = ? ORDER BY id`,
  );
  const bySeq = db.prepare(`SELECT ${columns} FROM docs WHERE id = ?`);
  const authorities = db.prepare(
    'SELECT authority, valid_to FROM facts WHERE doc = ? ORDER BY fid',
  );
  const update = db.prepare('UPDATE docs SET terms = ?, len = len + ? WHERE id = ?');

  function find(sid: number, session: string, target: string): Row | undefined {
    if (!target.startsWith('eventloom://')) return byId.get(sid, target);
    const cited = citationOf(target);
    if (cited === null || cited.session !== session) return undefined;
    const row = bySeq.get(docId(sid, cited.seq));
    const hash = row === undefined ? '' : Buffer.from(row['hash'] as Uint8Array).toString('hex');
    return hash.startsWith(cited.hashPrefix) ? row : undefined;
  }

  /** The current marks of the event: a closed decision has lost its marks for good. */
  function marksOf(doc: number): string {
    const facts = authorities.all(doc);
    const isClosed = facts.some(
      (row) => row['authority'] === 'accepted' && row['valid_to'] !== null,
    );
    if (isClosed) return '';
    return facts.map((row) => AUTHORITY_TERMS[row['authority'] as Authority]).join(' ');
  }

  return {
    add({ sid, session }, target, words, by) {
      const row = find(sid, session, target);
      if (row === undefined || row['kind'] === 'document') return 0;
      const channel = row['channel'] as Channel;
      if (isUntrusted(by) && !isUntrusted(channel)) return 0;
      const doc = Number(row['id']);
      const held = String(row['terms']).split(' ');
      const known = new Set(held);
      const room = Math.max(0, MAX_WORDS - held.length);
      const added = [...new Set(words)].filter((word) => !known.has(word)).slice(0, room);
      if (added.length === 0) return 0;
      const terms = [...held.filter((word) => word !== ''), ...added].join(' ');
      update.run(terms, added.length, doc);
      const counted = added.filter((word) => !known.has(`${QUESTION_MARK}${word}`));
      const marks = `${actorTerm(String(row['actor']))} ${marksOf(doc)} ${channelTerm(channel)}`;
      postings.replace(doc, `${terms} ${String(row['dates'])} ${marks}`, counted);
      return added.length;
    },
  };
}

function citationOf(text: string): ReturnType<typeof parseCitation> | null {
  return attempt(() => parseCitation(text), null);
}
