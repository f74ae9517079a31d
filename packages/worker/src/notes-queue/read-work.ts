/** Converts recorded events to the work that summarizers see. */
import {
  CHANNELS,
  type Channel,
  type CommandWork,
  type EditWork,
  type EventStore,
  type StoredEvent,
  type ToolWork,
  type TurnWork,
} from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { mcpOf, normaliseToolName } from '@hookloom/core/hook';
import { isWork, sessionOf, textOf, type PendingWork } from '@hookloom/memory';
import { UNNAMED_FILE } from '../summarizers/rules/described.ts';
import type { LastWords } from './last-words.ts';

/** How many of the newest events of a turn are read. */
const MAX_TURN_EVENTS = 5000;

/** Null if nothing of it is in the log any more. */
export function readToolWork(
  events: ReadonlyMap<number, StoredEvent>,
  pending: PendingWork,
): ToolWork | null {
  const own = eventsOf(events, pending);
  return own.length === 0 ? null : toolWork(own, pathIn(pending.toolInput));
}

/** Returns the last words in the session file that a hook named; null if there are none. */
export type FindLastWords = (file: string, client: string) => LastWords | null;

export async function readTurn(
  store: EventStore,
  events: ReadonlyMap<number, StoredEvent>,
  pending: PendingWork,
  findLastWords: FindLastWords = () => null,
): Promise<TurnWork | null> {
  const ends = eventsOf(events, pending);
  const last = ends[ends.length - 1];
  if (last === undefined) return null;
  const own: StoredEvent[] = [];
  const fromSeq = Math.max(pending.fromSeq, last.seq - MAX_TURN_EVENTS);
  for await (const event of store.read(pending.log, { fromSeq, toSeq: last.seq }))
    if (event.shredded === null && sessionOf(event) === pending.contentSessionId) own.push(event);
  const spoken = (role: string): StoredEvent | undefined =>
    own.findLast(({ type, payload }) => type === 'transcript.turn' && payload['role'] === role);
  const request = spoken('user');
  const words = spoken('assistant');
  const work = groupWork(own);
  const told = words === undefined ? wordsOfFile(ends, request, findLastWords) : null;
  return {
    id: pending.work,
    covers: pending.events.map(({ id }) => id),
    sessionId: pending.contentSessionId,
    promptNumber: pending.promptNumber,
    at: last.timestamp,
    request: request === undefined ? (told?.request ?? null) : textOf(request, 'content'),
    lastWords: words === undefined ? (told?.lastWords ?? null) : textOf(words, 'content'),
    client: last.origin?.client ?? null,
    channel: leastTrusted(
      work.map(({ channel }) => channel),
      'model',
    ),
    work,
  };
}

/** A stop without the assistant's words names the file with them. By now, it may end with another turn. */
function wordsOfFile(
  ends: readonly StoredEvent[],
  request: StoredEvent | undefined,
  find: FindLastWords,
): LastWords | null {
  const stop = ends.findLast((end) => textOf(end, 'transcript_path') !== null);
  if (stop === undefined) return null;
  const told = find(textOf(stop, 'transcript_path')!, stop.origin?.client ?? '');
  const asked = request === undefined ? null : textOf(request, 'content');
  return asked === null || told?.request == null || isStartOf(asked, told.request) ? told : null;
}

/** Either may be cut. */
function isStartOf(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\s+/g, ' ').trim().slice(0, 200));
  return a!.startsWith(b!) || b!.startsWith(a!);
}

function eventsOf(known: ReadonlyMap<number, StoredEvent>, { events }: PendingWork): StoredEvent[] {
  return events
    .flatMap(({ seq }) => known.get(seq) ?? [])
    .filter((event) => event.shredded === null);
}

/** The work in a range of one session, with the paths that were announced before it. */
function groupWork(events: StoredEvent[]): ToolWork[] {
  const paths = new Map<string, string>();
  const groups = new Map<string, StoredEvent[]>();
  let open = { seq: 0, key: '' };
  for (const event of events) {
    const call = textOf(event, 'tool_use_id') ?? textOf(event, 'call_id');
    const path = event.type === 'hook.pre_tool_use' ? textOf(event, 'path') : null;
    if (path !== null && call !== null) paths.set(call, path);
    if (!isWork(event)) continue;
    // The event of a call without an id follows it at once.
    const follows = event.type !== 'tool.call.completed' && open.seq === event.seq - 1;
    const key = call ?? (follows ? open.key : event.id);
    if (call === null) open = { seq: event.seq, key };
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups].map(([key, group]) => toolWork(group, paths.get(key) ?? null));
}

function toolWork(events: StoredEvent[], path: string | null): ToolWork {
  const call = events.find(({ type }) => type === 'tool.call.completed');
  const command = events.find(({ type }) => type === 'command.completed');
  const edits = events.filter(({ type }) => type === 'file.edit.applied');
  const first = events[0]!;
  const last = events[events.length - 1]!;
  const native = (call && textOf(call, 'tool_name')) ?? first.origin?.tool;
  return {
    id: textOf(first, 'tool_use_id') ?? textOf(first, 'call_id') ?? first.id,
    covers: events.map(({ id }) => id),
    sessionId: sessionOf(first),
    promptNumber: null,
    at: last.timestamp,
    tool: native === undefined ? (edits.length > 0 ? 'Edit' : 'Bash') : normaliseToolName(native),
    mcp: recordedMcp(call?.payload['mcp']) ?? (native === undefined ? null : mcpOf(native)),
    status: (call && textOf(call, 'status')) ?? 'unknown',
    channel: leastTrusted(
      events.map((event) => event.origin?.channel ?? 'tool'),
      'user',
    ),
    command: command === undefined ? null : commandWork(command),
    edits: edits.map(editWork),
    path,
    target: (call && textOf(call, 'target')) ?? null,
    result: (call && textOf(call, 'result_summary')) ?? null,
    agentId: textOf(first, 'agent_id'),
    agentType: textOf(first, 'agent_type'),
    client: first.origin?.client ?? null,
  };
}

function commandWork(event: StoredEvent): CommandWork {
  return {
    line: textOf(event, 'command') ?? '',
    exitCode: numberOf(event, 'exit_code'),
    outcome: textOf(event, 'outcome') ?? 'unknown',
    stdout: textOf(event, 'stdout'),
    stderr: textOf(event, 'stderr'),
    description: textOf(event, 'description'),
  };
}

function editWork(event: StoredEvent): EditWork {
  return {
    path: textOf(event, 'path') ?? UNNAMED_FILE,
    operation: textOf(event, 'operation') ?? 'modified',
    added: numberOf(event, 'lines_added') ?? numberOf(event, 'line_count'),
    removed: numberOf(event, 'lines_removed'),
  };
}

function numberOf({ payload }: StoredEvent, key: string): number | null {
  const value = payload[key];
  return typeof value === 'number' ? value : null;
}

function recordedMcp(value: unknown): { server: string; tool: string } | null {
  const { server, tool } = (value ?? {}) as JsonObject;
  return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : null;
}

/** Parses the arguments as stored in the queue. */
function pathIn(toolInput: string | null): string | null {
  if (toolInput === null) return null;
  const { file_path: path } = JSON.parse(toolInput) as JsonObject;
  return typeof path === 'string' ? path : null;
}

/** Derived content is only as trusted as the least trusted of its sources. */
export function leastTrusted(channels: readonly Channel[], atMost: Channel): Channel {
  const at = Math.max(CHANNELS.indexOf(atMost), ...channels.map((c) => CHANNELS.indexOf(c)));
  return CHANNELS[at]!;
}
