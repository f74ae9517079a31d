/** The conversations inside a log, and the git branch of each, according to its sessions and commands. */
import { MAIN_BRANCH } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { textOf } from '../extract/extracted.ts';
import type { Database } from './port.ts';
import { QUESTION_CUE } from '../statements/read-assistant.ts';

const STARTS = /^hook\.(?:session_started|session_resumed|resumed)$/;
const SWITCHES = /\bgit\s(?:[^\n;|&]*\s)?(?:checkout|switch)\s/;
/** A name that git accepts, so nothing else is shown as one. */
const NAME = /^[^\s\p{C}~^:?*[\\<>«»]{1,200}$/u;
/** Number of conversations to cache. */
const MAX_CACHED = 100_000;

interface Conversation {
  stream: number;
  /** Empty on a main branch, and if it is unknown. */
  branch: string;
}

export function openConversations(db: Database) {
  const get = db.prepare('SELECT stream, branch FROM streams WHERE sid = ? AND name = ?');
  const add = db.prepare('INSERT INTO streams(sid, name) VALUES (?, ?) RETURNING stream');
  const setBranch = db.prepare('UPDATE streams SET branch = ? WHERE stream = ?');
  const known = new Map<string, { stream: number; branch: string }>();

  /** Creates it if it is new. */
  function called(sid: number, name: string): { stream: number; branch: string } {
    const key = `${sid} ${name}`;
    let found = known.get(key);
    if (found === undefined) {
      const row = get.get(sid, name);
      found = {
        stream: Number(row?.['stream'] ?? add.get(sid, name)!['stream']),
        branch: String(row?.['branch'] ?? ''),
      };
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, found);
    }
    return found;
  }

  return {
    drop: () => known.clear(),
    named: (sid: number, name: string): number => called(sid, name).stream,
    /**
     * The client's own session. An event without one (a decision over MCP) belongs to the current conversation; its
     * branch is unknown, because it may come from another worktree.
     */
    of(sid: number, event: StoredEvent, current: number): Conversation {
      const own = event.origin?.session_id ?? event.payload['session_id'];
      const name = typeof own === 'string' ? own : '';
      if (name === '' && current !== 0) return { stream: current, branch: '' };
      const found = called(sid, name);
      const branch = branchTold(event);
      if (branch !== null && branch !== found.branch) {
        setBranch.run(branch, found.stream);
        found.branch = branch;
      }
      const isTelling = name !== '' && !MAIN_BRANCH.test(found.branch);
      return { stream: found.stream, branch: isTelling ? found.branch : '' };
    },
  };
}

/** Null: the event does not say. Empty: none is checked out. */
function branchTold({ type, payload }: StoredEvent): string | null {
  const branch = textOf(payload, 'branch');
  if (!NAME.test(branch)) return STARTS.test(type) ? '' : null;
  if (STARTS.test(type)) return branch;
  const isSwitch = type === 'command.completed' && SWITCHES.test(textOf(payload, 'command'));
  return isSwitch && payload['exit_code'] === 0 ? branch : null;
}

// The previous turns of the same conversation: what an answer refers to.

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
