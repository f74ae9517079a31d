/** Maintains the queue of notes from the log: work arrives, notes cover it, dead letters wait for a person. */
import type { StoredEvent } from '@hookloom/core/events';
import { docId } from '../store/doc-id.ts';
import type { Database } from '../store/port.ts';
import { sessionOf, textOf, textsOf } from '../extract/event-fields.ts';
import { isWork, OWN_PROMPT_MARK } from './noted-tools.ts';
import { openNoteWork } from '../store/notes/note-work.ts';
import { openTurns, type Turn } from '../store/notes/turns.ts';

export interface PendingWriter {
  apply(sid: number, event: StoredEvent): void;
  /** Writes what a batch has collected. */
  flush(): void;
  /** Discards everything that was remembered. */
  drop(): void;
}

/** The events that change the queue. Any other event is skipped at once. */
const TELLING = new Set([
  'transcript.turn',
  'hook.user_prompt_submitted',
  'hook.pre_tool_use',
  'hook.stop',
  'tool.call.completed',
  'command.completed',
  'file.edit.applied',
  'session.ended',
  'note.recorded',
  'note.merged',
  'note.changed',
  'session.summarized',
  'note.abandoned',
  'note.retried',
  'summarizer.called',
]);

export function openPending(db: Database): PendingWriter {
  const turns = openTurns(db);
  const addMessage = db.prepare(
    `INSERT INTO pending_messages(id, sid, work, session_db_id, content_session_id, message_type, tool_name, tool_input,
     tool_response, cwd, prompt_number, status, agent_type, agent_id, tool_use_id, created_at_epoch, from_seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const joinMessage = db.prepare(
    `UPDATE pending_messages SET tool_name = COALESCE(tool_name, ?), tool_input = COALESCE(tool_input, ?),
     tool_response = COALESCE(tool_response, ?), cwd = COALESCE(cwd, ?) WHERE id = ?`,
  );
  const findMessage = db.prepare(
    'SELECT id FROM pending_messages WHERE sid = ? AND content_session_id = ? AND work = ?',
  );
  const addEvent = db.prepare(
    'INSERT INTO pending_events(event_id, sid, seq, message) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const findEvent = db.prepare('SELECT message FROM pending_events WHERE event_id = ?');
  const dropEvent = db.prepare('DELETE FROM pending_events WHERE event_id = ?');
  const dropDone = db.prepare(
    'DELETE FROM pending_messages WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM pending_events WHERE message = ?1)',
  );
  const freeRest = db.prepare(
    `UPDATE pending_messages SET status = 'pending', attempts = 0, leased_until = NULL, leased_by = NULL
     WHERE id = ? AND status = 'processing'`,
  );
  const bury = db.prepare(
    "UPDATE pending_messages SET status = 'dead', reason = ?, leased_until = NULL, leased_by = NULL, retry_at = NULL WHERE id = ?",
  );
  const revive = db.prepare(
    `UPDATE pending_messages SET status = 'pending', reason = NULL, attempts = 0, leased_until = NULL, leased_by = NULL,
     retry_at = NULL WHERE id = ?`,
  );
  const addPath = db.prepare(
    `INSERT INTO note_paths(sid, content_session_id, tool_use_id, path) VALUES (?, ?, ?, ?)
     ON CONFLICT(sid, content_session_id, tool_use_id) DO UPDATE SET path = excluded.path`,
  );
  const getPath = db.prepare(
    'SELECT path FROM note_paths WHERE sid = ? AND content_session_id = ? AND tool_use_id = ?',
  );
  const dropPath = db.prepare(
    'DELETE FROM note_paths WHERE sid = ? AND content_session_id = ? AND tool_use_id = ?',
  );
  const dropPaths = db.prepare('DELETE FROM note_paths WHERE sid = ? AND content_session_id = ?');
  const addCall = db.prepare(
    `INSERT INTO note_ledger(sid, day, provider, model, calls, failed, items, input_tokens, output_tokens, cost_usd)
     VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(sid, day, provider, model) DO UPDATE SET calls = note_ledger.calls + 1,
     failed = note_ledger.failed + ?5, items = note_ledger.items + ?6, input_tokens = note_ledger.input_tokens + ?7,
     output_tokens = note_ledger.output_tokens + ?8, cost_usd = note_ledger.cost_usd + ?9`,
  );
  const work = openNoteWork(db);

  function prompted(sid: number, event: StoredEvent, isPrivate: boolean): void {
    const session = sessionOf(event);
    const turn = turns.of(sid, session, event.seq);
    const told = event.payload['prompt_number'];
    // A private prompt is not stored and has no number.
    const counts = !isPrivate && textOf(event, 'content') !== null;
    if (counts)
      turn.promptNumber =
        typeof told === 'number' ? Math.max(turn.promptNumber, told) : turn.promptNumber + 1;
    turn.userSeq = event.seq;
    turn.isPrivate = isPrivate;
    turn.isOwn ||= textOf(event, 'content')?.trimStart().startsWith(OWN_PROMPT_MARK) === true;
    turns.changed(sid, session);
  }

  function worked(sid: number, event: StoredEvent): void {
    const session = sessionOf(event);
    const turn = turns.of(sid, session, event.seq);
    const call = textOf(event, 'tool_use_id') ?? textOf(event, 'call_id') ?? null;
    const path =
      call === null || event.type !== 'tool.call.completed'
        ? undefined
        : getPath.get(sid, session, call)?.['path'];
    if (path !== undefined) dropPath.run(sid, session, call);
    if (isHidden(turn) || !isWork(event)) return;
    const command = textOf(event, 'command');
    const file = event.type === 'file.edit.applied' ? textOf(event, 'path') : path;
    const input =
      command !== null ? { command } : typeof file === 'string' ? { file_path: file } : null;
    queue(sid, event, turn, {
      work: call ?? workWithoutId(sid, event, turn),
      type: 'observation',
      tool: textOf(event, 'tool_name') ?? event.origin?.tool ?? null,
      input: input === null ? null : JSON.stringify(input),
      response: textOf(event, 'result_summary') ?? textOf(event, 'stdout'),
      call,
    });
  }

  /** If the client gave a call no id, its related event follows at once. */
  function workWithoutId(sid: number, event: StoredEvent, turn: Turn): string {
    const { open } = turn;
    const follows = event.type !== 'tool.call.completed' && open.seq === event.seq - 1;
    const work = follows ? open.work : event.id;
    turn.open = { seq: event.seq, work };
    turns.changed(sid, sessionOf(event));
    return work;
  }

  function ended(sid: number, event: StoredEvent): void {
    const session = sessionOf(event);
    const turn = turns.of(sid, session, event.seq);
    dropPaths.run(sid, session);
    if (isHidden(turn)) return;
    queue(sid, event, turn, { work: `turn:${turn.promptNumber}`, type: 'summarize' });
  }

  function queue(
    sid: number,
    event: StoredEvent,
    turn: Turn,
    said: {
      work: string;
      type: 'observation' | 'summarize';
      tool?: string | null;
      input?: string | null;
      response?: string | null;
      call?: string | null;
    },
  ): void {
    const session = sessionOf(event);
    const own = docId(sid, event.seq);
    const told = [said.tool ?? null, said.input ?? null, said.response ?? null];
    const cwd = textOf(event, 'cwd') ?? textOf(event, 'workspace');
    const { changes } = addMessage.run(
      own,
      sid,
      said.work,
      turn.firstSeq,
      session,
      said.type,
      ...told,
      cwd,
      turn.promptNumber === 0 ? null : turn.promptNumber,
      textOf(event, 'agent_type'),
      textOf(event, 'agent_id'),
      said.call ?? null,
      Date.parse(event.timestamp) || 0,
      said.type === 'summarize' ? turn.userSeq || turn.firstSeq : event.seq,
    );
    let message = own;
    if (Number(changes) === 0) {
      message = Number(findMessage.get(sid, session, said.work)!['id']);
      joinMessage.run(...told, cwd, message);
    }
    addEvent.run(event.id, sid, event.seq, message);
  }

  function covered(event: StoredEvent): void {
    for (const message of messagesOf(event)) {
      dropDone.run(message);
      // An event that joined the work after it was leased is not in this note.
      freeRest.run(message);
    }
  }

  /** The rows of a list of covered events. Removes the events from them. */
  function messagesOf(event: StoredEvent): Set<number> {
    const messages = new Set<number>();
    for (const id of textsOf(event, 'covers')) {
      const row = findEvent.get(id);
      if (row === undefined) continue;
      messages.add(Number(row['message']));
      dropEvent.run(id);
    }
    return messages;
  }

  function rowsOf(event: StoredEvent): Set<number> {
    const rows = textsOf(event, 'covers').map((id) => findEvent.get(id)?.['message']);
    return new Set(rows.filter((row) => row !== undefined).map(Number));
  }

  function called(sid: number, event: StoredEvent): void {
    const count = (key: string): number => {
      const value = event.payload[key];
      return typeof value === 'number' && value > 0 ? value : 0;
    };
    addCall.run(
      sid,
      textOf(event, 'day') ?? event.timestamp.slice(0, 10),
      textOf(event, 'provider') ?? 'unknown',
      textOf(event, 'model') ?? 'unknown',
      event.payload['ok'] === true ? 0 : 1,
      count('items'),
      count('input_tokens'),
      count('output_tokens'),
      count('cost_usd'),
    );
  }

  const handlers: Record<string, (sid: number, event: StoredEvent) => void> = {
    'transcript.turn': (sid, event) => {
      if (event.payload['role'] === 'user') prompted(sid, event, false);
      // A client may end its turns with the assistant's words alone.
      else if (event.payload['role'] === 'assistant' && isFromHook(event)) ended(sid, event);
    },
    'hook.user_prompt_submitted': (sid, event) => {
      if (event.payload['private'] === true) prompted(sid, event, true);
    },
    'hook.pre_tool_use': (sid, event) => {
      const [call, path] = [textOf(event, 'tool_use_id'), textOf(event, 'path')];
      if (call !== null && path !== null) addPath.run(sid, sessionOf(event), call, path);
    },
    'tool.call.completed': worked,
    'command.completed': worked,
    'file.edit.applied': worked,
    'hook.stop': ended,
    'session.ended': (sid, event) => dropPaths.run(sid, sessionOf(event)),
    'note.recorded': (sid, event) => {
      covered(event);
      work.recorded(sid, event);
    },
    'note.merged': (_, event) => {
      covered(event);
      work.merged(event);
    },
    'note.changed': (_, event) => work.changed(event),
    'session.summarized': (_, event) => covered(event),
    'note.abandoned': (_, event) => {
      for (const row of rowsOf(event)) bury.run(textOf(event, 'reason') ?? 'unknown', row);
    },
    'note.retried': (_, event) => {
      for (const row of rowsOf(event)) revive.run(row);
    },
    'summarizer.called': called,
  };

  return {
    apply(sid, event) {
      if (TELLING.has(event.type) && event.shredded === null) handlers[event.type]!(sid, event);
    },
    flush: () => turns.flush(),
    drop: () => turns.drop(),
  };
}

/** Private turns and our own sessions get no notes. */
function isHidden({ isPrivate, isOwn }: Turn): boolean {
  return isPrivate || isOwn;
}

function isFromHook({ payload, origin }: StoredEvent): boolean {
  return origin?.client !== undefined && payload['source'] === origin.client;
}
