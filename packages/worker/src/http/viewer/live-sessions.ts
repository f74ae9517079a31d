/** Sessions of clients, from the newest events of a log. */
import type { StoredEvent } from '@hookloom/core/events';
import { promptTitle, sessionOutcome } from '@hookloom/memory';
import { eventLine, kindOf, sessionOf, summaryOf, type EventLine } from './event-row.ts';

export interface ClientSession {
  session_id: string;
  client: string | null;
  /** The folder where it began, and its git branch. Null if the start was not read. */
  folder: string | null;
  branch: string | null;
  /** The first event that was read; `last_seq` is the last one. */
  first_seq: number;
  last_seq: number;
  started: string;
  last: string;
  state: 'live' | 'idle' | 'ended';
  /** The last prompt. */
  prompt: string | null;
  /** The first prompt that was read, shortened. */
  first_prompt: string | null;
  outcome: string | null;
  /** Its last action. */
  doing: EventLine;
  events: number;
  prompts: number;
  tools: number;
  failures: number;
  files: string[];
  notes: number;
}

/** A session without an event for this long, and without an end, is idle. */
const LIVE_MS = 10 * 60_000;
const MAX_FILES = 12;
/** Notes, summaries and captured turns follow the end of a session without resuming it. */
const BEGINS = new Set(['hook.session_started', 'hook.session_resumed', 'hook.resumed']);
const MARKS = new Set(['hook', 'memory', 'session', 'note', 'summary']);

/** @param events Newest first. */
export function sessionsOf(events: readonly StoredEvent[], nowMs: number): ClientSession[] {
  const found = new Map<string, ClientSession>();
  const ended = new Set<string>();
  /** When each session was resumed, from the newer events read before. */
  const resumed = new Map<string, string>();
  for (const event of events) {
    const id = sessionOf(event);
    // Skips events that the product itself wrote: they are not actions of the session.
    if (id === null || event.origin?.client === undefined) continue;
    if (event.type === 'hook.run.completed') continue;
    const session = found.get(id) ?? begin(found, id, event);
    count(session, event);
    // A turn that is captured late may be older than the end.
    if (event.type === 'session.ended' && event.timestamp > (resumed.get(id) ?? '')) ended.add(id);
    const goesOn = BEGINS.has(event.type) || kindOf(event) === 'prompt';
    if (goesOn && event.timestamp > (resumed.get(id) ?? '')) resumed.set(id, event.timestamp);
  }
  for (const session of found.values()) {
    if (ended.has(session.session_id)) session.state = 'ended';
    else if (nowMs - Date.parse(session.last) > LIVE_MS) session.state = 'idle';
  }
  return [...found.values()];
}

function begin(found: Map<string, ClientSession>, id: string, event: StoredEvent): ClientSession {
  const session: ClientSession = {
    session_id: id,
    client: event.origin?.client ?? null,
    folder: null,
    branch: null,
    first_seq: event.seq,
    last_seq: event.seq,
    started: event.timestamp,
    last: event.timestamp,
    state: 'live',
    prompt: null,
    first_prompt: null,
    outcome: null,
    doing: eventLine(event),
    events: 0,
    prompts: 0,
    tools: 0,
    failures: 0,
    files: [],
    notes: 0,
  };
  found.set(id, session);
  return session;
}

function count(session: ClientSession, event: StoredEvent): void {
  const { payload } = event;
  session.events++;
  session.first_seq = event.seq;
  session.started = event.timestamp;
  const kind = kindOf(event);
  if (BEGINS.has(event.type)) {
    session.folder = textOf(payload, 'workspace') ?? session.folder;
    session.branch = textOf(payload, 'branch') ?? session.branch;
  }
  // The events around a call say less than the call itself.
  if (MARKS.has(session.doing.kind) && !MARKS.has(kind)) session.doing = eventLine(event);
  if (kind === 'prompt') {
    session.prompts++;
    session.prompt ??= summaryOf(event);
    session.first_prompt = promptTitle(textOf(payload, 'content')) ?? session.first_prompt;
  }
  if (kind === 'summary')
    session.outcome ??= sessionOutcome({
      notes: textOf(payload, 'notes'),
      completed: textOf(payload, 'completed'),
      next_steps: textOf(payload, 'next_steps'),
    });
  if (kind === 'tool') session.tools++;
  if (kind === 'note') session.notes++;
  const failed = payload['status'] === 'error' || payload['outcome'] === 'failed';
  if (failed && kind !== 'tool') session.failures++;
  const { path } = payload;
  if (kind === 'edit' && typeof path === 'string' && session.files.length < MAX_FILES)
    if (!session.files.includes(path)) session.files.push(path.slice(0, 300));
}

function textOf(payload: StoredEvent['payload'], key: string): string | null {
  const value = payload[key];
  return typeof value === 'string' ? value : null;
}
