/** The state of each client session, kept in memory during a batch: every piece of work reads it, few change it. */
import type { Database } from '../port.ts';

export interface Turn {
  firstSeq: number;
  promptNumber: number;
  /** The seq of its prompt; 0 if unknown. */
  userSeq: number;
  /** The turn's prompt was private. */
  isPrivate: boolean;
  /** The complete session is our own. Neither a private turn nor such a session gets notes. */
  isOwn: boolean;
  /** The call without an id that the event before this one belongs to. */
  open: { seq: number; work: string };
}

export interface Turns {
  /** The current turn, created at `seq` if the session was never seen. Report changes to it with `changed`. */
  of(sid: number, session: string, seq: number): Turn;
  changed(sid: number, session: string): void;
  /** Writes the changes. */
  flush(): void;
  /** Discards everything that was remembered: rolled back, or written by another process. */
  drop(): void;
}

const MAX_CACHED = 10_000;

export function openTurns(db: Database): Turns {
  const get = db.prepare(
    'SELECT first_seq, prompt_number, user_seq, private, own, open_seq, open_work FROM note_turns WHERE sid = ? AND content_session_id = ?',
  );
  const set = db.prepare(
    `INSERT INTO note_turns(sid, content_session_id, first_seq, prompt_number, user_seq, private, own, open_seq, open_work)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(sid, content_session_id) DO UPDATE SET first_seq = excluded.first_seq,
     prompt_number = excluded.prompt_number, user_seq = excluded.user_seq, private = excluded.private, own = excluded.own,
     open_seq = excluded.open_seq, open_work = excluded.open_work`,
  );
  const known = new Map<string, { sid: number; session: string; turn: Turn }>();
  const dirty = new Set<string>();
  const keyOf = (sid: number, session: string): string => `${sid} ${session}`;

  function read(sid: number, session: string): Turn | null {
    const row = get.get(sid, session);
    if (row === undefined) return null;
    return {
      firstSeq: Number(row['first_seq']),
      promptNumber: Number(row['prompt_number']),
      userSeq: Number(row['user_seq']),
      isPrivate: Number(row['private']) === 1,
      isOwn: Number(row['own']) === 1,
      open: { seq: Number(row['open_seq']), work: String(row['open_work']) },
    };
  }

  function flush(): void {
    for (const key of dirty) {
      const { sid, session, turn } = known.get(key)!;
      const { firstSeq, promptNumber, userSeq, isPrivate, isOwn, open } = turn;
      const marks = [isPrivate ? 1 : 0, isOwn ? 1 : 0];
      set.run(sid, session, firstSeq, promptNumber, userSeq, ...marks, open.seq, open.work);
    }
    dirty.clear();
    if (known.size > MAX_CACHED) known.clear();
  }

  return {
    of(sid, session, seq) {
      const key = keyOf(sid, session);
      const held = known.get(key);
      if (held !== undefined) return held.turn;
      const older = read(sid, session);
      const turn = older ?? {
        firstSeq: seq,
        promptNumber: 0,
        userSeq: 0,
        isPrivate: false,
        isOwn: false,
        open: { seq: 0, work: '' },
      };
      known.set(key, { sid, session, turn });
      if (older === null) dirty.add(key);
      return turn;
    },
    changed: (sid, session) => void dirty.add(keyOf(sid, session)),
    flush,
    drop() {
      known.clear();
      dirty.clear();
    },
  };
}
