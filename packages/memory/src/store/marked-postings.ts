/** The marks in the postings of a document: its speaker, its channel, and its authority. */
import type { Channel } from '@hookloom/core/events';
import type { Authority } from '../rows.ts';
import { actorTerm, AUTHORITY_TERMS, channelTerm } from '../words/marks.ts';
import type { Database } from './port.ts';
import type { Postings } from './search-rows.ts';

/** Rows of notes have the id of their event's document. */
const CHANNELED_NOTES = ['observations', 'retired_observations', 'session_summaries'];

export function openMarkedPostings(db: Database, postings: Postings) {
  const prepare = (sql: string) => db.prepare(sql);
  const getBody = prepare('SELECT terms, dates, actor, channel FROM docs WHERE id = ?');
  const getRestored = prepare('SELECT terms, dates, actor FROM docs WHERE id = ?');
  const getAuthorities = prepare(
    'SELECT authority, valid_to FROM facts WHERE doc = ? ORDER BY fid',
  );
  const setChannel = prepare('UPDATE docs SET channel = ? WHERE id = ?');
  const setRelied = prepare('UPDATE facts SET reported = 0 WHERE doc = ?');
  const setNoteChannel = CHANNELED_NOTES.map((table) =>
    prepare(`UPDATE ${table} SET channel = ? WHERE id = ?`),
  );

  return {
    /** Rewrites the posting of a document without its marks. */
    unmark(doc: number): void {
      const row = getBody.get(doc);
      if (row === undefined) return;
      const [terms, dates, actor] = ['terms', 'dates', 'actor'].map((key) => String(row[key]));
      const channel = channelTerm(String(row['channel']) as Channel);
      postings.replace(doc, `${terms} ${dates} ${actorTerm(actor!)} ${channel}`);
    },
    /** Restores the own channel of a document and of what it asserts. Used for channels of people and their agents. */
    restore(doc: number, channel: Channel): void {
      for (const statement of setNoteChannel) statement.run(channel, doc);
      const row = getRestored.get(doc);
      if (row === undefined) return;
      setChannel.run(channel, doc);
      setRelied.run(doc);
      const [terms, dates, actor] = ['terms', 'dates', 'actor'].map((key) => String(row[key]));
      const facts = getAuthorities.all(doc);
      const isClosed = facts.some(
        (fact) => fact['authority'] === 'accepted' && fact['valid_to'] !== null,
      );
      const marks = isClosed
        ? ''
        : facts.map((fact) => AUTHORITY_TERMS[fact['authority'] as Authority]).join(' ');
      postings.replace(
        doc,
        `${terms} ${dates} ${actorTerm(actor!)} ${marks} ${channelTerm(channel)}`,
      );
    },
  };
}
