/** Updates the notes queue from the log: work is added, notes cover it, dead letters wait for a person. */
import { stringsAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { docId } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import { sessionOf, textOf } from '../extract/event-fields.ts';
import { isWork, OWN_PROMPT_MARK } from './noted-tools.ts';
import { openNoteWork } from '../store/notes/note-work.ts';
import { openTurns, type Turn } from '../store/notes/turns.ts';
import { openQueueRows } from '../store/notes/queue-rows.ts';

export type Step = (sid: number, event: StoredEvent) => void;

export function openPending(db: Database) {
  const turns = openTurns(db);
  const rows = openQueueRows(db);
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
        ? null
        : rows.takePath(sid, session, call);
    if (isHidden(turn) || !isWork(event)) return;
    const command = textOf(event, 'command');
    const file = event.type === 'file.edit.applied' ? textOf(event, 'path') : path;
    const input = command !== null ? { command } : file !== null ? { file_path: file } : null;
    queue(sid, event, turn, {
      work: call ?? workWithoutId(sid, event, turn),
      type: 'observation',
      tool: textOf(event, 'tool_name') ?? event.origin?.tool ?? null,
      input: input === null ? null : JSON.stringify(input),
      response: textOf(event, 'result_summary') ?? textOf(event, 'stdout'),
      call,
    });
  }

  /** If the client gave a call no id, its related event follows directly. */
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
    rows.dropPaths(sid, session);
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
    rows.addMessage(event.id, event.seq, {
      id: docId(sid, event.seq),
      sid,
      work: said.work,
      firstSeq: turn.firstSeq,
      session: sessionOf(event),
      type: said.type,
      tool: said.tool ?? null,
      input: said.input ?? null,
      response: said.response ?? null,
      cwd: textOf(event, 'cwd') ?? textOf(event, 'workspace'),
      promptNumber: turn.promptNumber === 0 ? null : turn.promptNumber,
      agentType: textOf(event, 'agent_type'),
      agentId: textOf(event, 'agent_id'),
      call: said.call ?? null,
      epoch: Date.parse(event.timestamp) || 0,
      fromSeq: said.type === 'summarize' ? turn.userSeq || turn.firstSeq : event.seq,
    });
  }

  function covered(event: StoredEvent): void {
    for (const message of messagesOf(event, rows.takeEvent)) rows.settle(message);
  }

  function called(sid: number, event: StoredEvent): void {
    const count = (key: string): number => {
      const value = event.payload[key];
      return typeof value === 'number' && value > 0 ? value : 0;
    };
    rows.addCall(sid, {
      day: textOf(event, 'day') ?? event.timestamp.slice(0, 10),
      provider: textOf(event, 'provider') ?? 'unknown',
      model: textOf(event, 'model') ?? 'unknown',
      failed: event.payload['ok'] === true ? 0 : 1,
      items: count('items'),
      inputTokens: count('input_tokens'),
      outputTokens: count('output_tokens'),
      costUsd: count('cost_usd'),
    });
  }

  /** By type. Other events do not change the queue. */
  const steps: Record<string, Step> = {
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
      if (call !== null && path !== null) rows.addPath(sid, sessionOf(event), call, path);
    },
    'tool.call.completed': worked,
    'command.completed': worked,
    'file.edit.applied': worked,
    'hook.stop': ended,
    'session.ended': (sid, event) => rows.dropPaths(sid, sessionOf(event)),
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
      const reason = textOf(event, 'reason') ?? 'unknown';
      for (const message of messagesOf(event, rows.messageOf)) rows.bury(message, reason);
    },
    'note.retried': (_, event) => {
      for (const message of messagesOf(event, rows.messageOf)) rows.revive(message);
    },
    'summarizer.called': called,
  };

  return {
    steps,
    /** Writes the collected rows of a batch. */
    flush: () => turns.flush(),
    /** Discards all cached state. */
    drop: () => turns.drop(),
  };
}

/** The work of the events that an event covers. */
function messagesOf(event: StoredEvent, find: (id: string) => number | null): Set<number> {
  return new Set(stringsAt(event.payload, 'covers').flatMap((id) => find(id) ?? []));
}

/** Private turns and our own sessions get no notes. */
function isHidden({ isPrivate, isOwn }: Turn): boolean {
  return isPrivate || isOwn;
}

function isFromHook({ payload, origin }: StoredEvent): boolean {
  return origin?.client !== undefined && payload['source'] === origin.client;
}
