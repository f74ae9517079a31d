/** The previous turns of the same conversation: what an answer refers to. */
import { QUESTION_CUE } from '../statements/read-assistant.ts';
import type { Database } from './port.ts';

/** Number of documents that are read backwards. */
const MOST = 12;
const MAX_CHARS = 8_000;

export function openTurnsBefore(db: Database) {
  const before = db.prepare(
    `SELECT id, content, json_extract(meta, '$.role') AS role FROM docs
     WHERE stream = ? AND id < ? AND kind = 'transcript' ORDER BY id DESC LIMIT ?`,
  );
  const questions = db.prepare(
    `SELECT e.name AS name FROM facts f JOIN entities e ON e.eid = f.eid
     WHERE f.doc IN (SELECT id FROM docs WHERE stream = ? AND id < ? AND kind = 'transcript' ORDER BY id DESC LIMIT ${MOST})
     AND e.type = 'open' AND f.valid_to IS NULL AND json_extract(f.props, '$.cue') = '${QUESTION_CUE}' ORDER BY f.fid`,
  );

  return {
    /** The assistant's words since the person's last turn, oldest first. */
    saidBefore(stream: number, doc: number): string {
      const said: string[] = [];
      for (const { role, content } of before.all(stream, doc, MOST)) {
        if (role === 'user') break;
        if (role === 'assistant') said.unshift(String(content).replace(/^[\w-]{1,40}: /, ''));
      }
      return said.join('\n').slice(-MAX_CHARS);
    },
    /** The person's last turns, newest first. */
    ofPerson: (stream: number, doc: number): string[] =>
      before
        .all(stream, doc, MOST)
        .filter(({ role }) => role === 'user')
        .map(({ content }) => String(content).replace(/^user: /, '')),
    /** The names of the questions at the end of the assistant's turns that are still open. */
    asked: (stream: number, doc: number): string[] =>
      questions.all(stream, doc).map(({ name }) => String(name)),
  };
}
