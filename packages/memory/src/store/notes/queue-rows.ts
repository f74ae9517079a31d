/** The queue of notes as rows: work with its events, the paths of calls, and the ledger of the models. */
import type { Database } from '../port.ts';

export interface NewMessage {
  id: number;
  sid: number;
  work: string;
  /** The first event of the client's session. */
  firstSeq: number;
  session: string;
  type: 'observation' | 'summarize';
  tool: string | null;
  input: string | null;
  response: string | null;
  cwd: string | null;
  promptNumber: number | null;
  agentType: string | null;
  agentId: string | null;
  call: string | null;
  epoch: number;
  fromSeq: number;
}

export interface LedgerCall {
  day: string;
  provider: string;
  model: string;
  failed: number;
  items: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export function openQueueRows(db: Database) {
  const addMessage = db.prepare(
    `INSERT INTO pending_messages(id, sid, work, session_db_id, content_session_id, message_type, tool_name, tool_input,
     tool_response, cwd, prompt_number, status, agent_type, agent_id, tool_use_id, created_at_epoch, from_seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?) ON CONFLICT(sid, content_session_id, work) DO UPDATE SET
     tool_name = COALESCE(pending_messages.tool_name, excluded.tool_name),
     tool_input = COALESCE(pending_messages.tool_input, excluded.tool_input),
     tool_response = COALESCE(pending_messages.tool_response, excluded.tool_response),
     cwd = COALESCE(pending_messages.cwd, excluded.cwd)`,
  );
  const addEvent = db.prepare(
    `INSERT INTO pending_events(event_id, sid, seq, message)
     SELECT ?1, ?2, ?3, id FROM pending_messages WHERE sid = ?2 AND content_session_id = ?4 AND work = ?5
     ON CONFLICT DO NOTHING`,
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
  const messageOf = (event: string): number | null => {
    const row = findEvent.get(event);
    return row === undefined ? null : Number(row['message']);
  };

  return {
    /**
     * Adds the work of an event, or only its new part if it exists. Reads nothing, because a remote store answers
     * slowly.
     */
    addMessage(event: string, seq: number, row: NewMessage): void {
      const { sid, session, work } = row;
      addMessage.run(
        row.id,
        sid,
        work,
        row.firstSeq,
        session,
        row.type,
        row.tool,
        row.input,
        row.response,
        row.cwd,
        row.promptNumber,
        row.agentType,
        row.agentId,
        row.call,
        row.epoch,
        row.fromSeq,
      );
      addEvent.run(event, sid, seq, session, work);
    },
    messageOf,
    /** The work of an event, which is covered now. */
    takeEvent(event: string): number | null {
      const message = messageOf(event);
      if (message !== null) dropEvent.run(event);
      return message;
    },
    /** Removes work without events. Events that joined it after it was leased are worked on again. */
    settle(message: number): void {
      dropDone.run(message);
      freeRest.run(message);
    },
    bury(message: number, reason: string): void {
      bury.run(reason, message);
    },
    revive(message: number): void {
      revive.run(message);
    },
    addPath(sid: number, session: string, call: string, path: string): void {
      addPath.run(sid, session, call, path);
    },
    /** The path of a call, once. */
    takePath(sid: number, session: string, call: string): string | null {
      const path = getPath.get(sid, session, call)?.['path'];
      if (path === undefined) return null;
      dropPath.run(sid, session, call);
      return String(path);
    },
    dropPaths(sid: number, session: string): void {
      dropPaths.run(sid, session);
    },
    addCall(sid: number, call: LedgerCall): void {
      const { day, provider, model, failed, items, inputTokens, outputTokens, costUsd } = call;
      addCall.run(sid, day, provider, model, failed, items, inputTokens, outputTokens, costUsd);
    },
  };
}
