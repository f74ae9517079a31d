/** The work that the newest notes of a session cover, so that later work joins or replaces them. */
import { isJsonObject, stringsAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import type { Database } from '../port.ts';
import { sessionOf, textOf } from '../../extract/event-fields.ts';

/** Number of notes to remember per session. */
const NEWEST = 60;
/** Maximum number of covered events per note. */
const MAX_COVERS = 500;

export function openNoteWork(db: Database) {
  const add = db.prepare(
    `INSERT INTO note_work(note, sid, content_session_id, seq, ts, prompt_number, kind, subject, outcome, said,
     files, covers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const prune = db.prepare(
    `DELETE FROM note_work WHERE sid = ?1 AND content_session_id = ?2 AND seq <= (SELECT seq FROM note_work
     WHERE sid = ?1 AND content_session_id = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ${NEWEST})`,
  );
  const find = db.prepare('SELECT files, covers FROM note_work WHERE note = ?');
  const grow = db.prepare('UPDATE note_work SET files = ?, covers = ?, ts = ? WHERE note = ?');
  const drop = db.prepare('DELETE FROM note_work WHERE note = ?');

  return {
    recorded(sid: number, event: StoredEvent): void {
      const replaced = textOf(event, 'supersedes');
      if (replaced !== null) drop.run(replaced);
      const { work, prompt_number: prompt } = event.payload;
      if (!isJsonObject(work) || textOf(event, 'made_by') === 'manual') return;
      const said = (key: string): string => (typeof work[key] === 'string' ? work[key] : '');
      const session = sessionOf(event);
      add.run(
        event.id,
        sid,
        session,
        event.seq,
        event.timestamp,
        typeof prompt === 'number' ? prompt : null,
        said('kind'),
        said('subject'),
        said('outcome'),
        said('said'),
        JSON.stringify(filesOf(event)),
        JSON.stringify(stringsAt(event.payload, 'covers').slice(0, MAX_COVERS)),
      );
      prune.run(sid, session);
    },
    merged(event: StoredEvent): void {
      const note = textOf(event, 'note');
      const row = note === null ? undefined : find.get(note);
      if (row === undefined) return;
      const join = (old: unknown, more: string[]): string =>
        JSON.stringify(
          [...new Set([...(JSON.parse(String(old)) as string[]), ...more])].slice(0, MAX_COVERS),
        );
      grow.run(
        join(row['files'], filesOf(event)),
        join(row['covers'], stringsAt(event.payload, 'covers')),
        event.timestamp,
        note,
      );
    },
    /** No later work joins or replaces a note that a person changed. */
    changed(event: StoredEvent): void {
      const note = textOf(event, 'note');
      if (note !== null) drop.run(note);
    },
  };
}

function filesOf(event: StoredEvent): string[] {
  return [
    ...new Set([
      ...stringsAt(event.payload, 'files_read'),
      ...stringsAt(event.payload, 'files_modified'),
    ]),
  ];
}
