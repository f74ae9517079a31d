/** What the exported viewer shows of each log: its verification and its newest events, with limits. */
import fs from 'node:fs';
import path from 'node:path';
import { notFound, renderCitation } from '@hookloom/core';
import { readEvents, verifyFile } from '@hookloom/log';
import { eventSummaries, type StoredEvent, type VerifyReport } from '@hookloom/core/events';
import { jsonText } from '../output/json-text.ts';
import { encodeBlock, encodeFolded } from '../output/terminal-text.ts';

/** How many of the newest events of a log are on the page. */
export const MAX_EVENTS_PER_LOG = 5000;
/** Characters of one payload. */
export const MAX_PAYLOAD_CHARS = 20_000;
/** Characters of all payloads of one log. Older events beyond the limit keep only their summary. */
export const MAX_PAYLOAD_CHARS_PER_LOG = 12_000_000;

export interface ViewedEvent {
  seq: number;
  id: string;
  type: string;
  actor: string;
  channel: string;
  client: string;
  time: string;
  summary: string;
  /** Indented JSON, or the reason why there is none. */
  payload: string;
  citation: string;
  hash: string;
  restricted: boolean;
  forgotten: boolean;
}

export interface ViewedLog {
  name: string;
  file: string;
  report: VerifyReport;
  /** Newest first. */
  events: ViewedEvent[];
  /** Number of older events that the page omits. */
  left_out: number;
}

/** The logs of a path: the file itself, or every `*.jsonl` in a folder. Throws `not_found`. */
export function logFiles(target: string): string[] {
  const stats = fs.statSync(target, { throwIfNoEntry: false });
  if (stats === undefined)
    throw notFound(`There is nothing at ${target}.`, 'Name a log file or an .eventloom folder.');
  if (!stats.isDirectory()) return [target];
  const files = fs
    .readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => path.join(target, entry.name))
    .sort();
  if (files.length > 0) return files;
  throw notFound(`${target} contains no logs (*.jsonl).`, 'Name an .eventloom folder.');
}

export async function collectLog(file: string): Promise<ViewedLog> {
  const report = await verifyFile(file);
  const name = path.basename(file, '.jsonl');
  const newest: StoredEvent[] = [];
  let total = 0;
  const fromSeq = Math.max(1, (report.head?.seq ?? 0) - MAX_EVENTS_PER_LOG + 1);
  for (const event of readEvents(file, { fromSeq: report.ok ? fromSeq : 1 })) {
    newest.push(event);
    total = Math.max(total, event.seq);
    if (newest.length > 2 * MAX_EVENTS_PER_LOG) newest.splice(0, MAX_EVENTS_PER_LOG);
  }
  const summaryOf = eventSummaries();
  const shown = newest.slice(-MAX_EVENTS_PER_LOG);
  const summaries = new Map(shown.map((event) => [event.seq, summaryOf(event)]));
  shown.reverse();
  let room = MAX_PAYLOAD_CHARS_PER_LOG;
  const events = shown.map((event) => {
    const viewed = viewEvent(event, name, room, summaries.get(event.seq)!);
    room = Math.max(0, room - viewed.payload.length);
    return viewed;
  });
  return {
    name: encodeFolded(name),
    file: encodeFolded(file),
    report: { ...report, detail: report.detail === null ? null : encodeFolded(report.detail) },
    events,
    left_out: Math.max(0, (shown.at(-1)?.seq ?? 1) - 1),
  };
}

function viewEvent(event: StoredEvent, name: string, room: number, summary: string): ViewedEvent {
  return {
    seq: event.seq,
    id: encodeFolded(event.id),
    type: encodeFolded(event.type),
    actor: encodeFolded(event.actorId),
    channel: event.origin?.channel ?? '',
    client: encodeFolded(event.origin?.client ?? ''),
    time: encodeFolded(event.timestamp),
    summary: encodeFolded(summary).slice(0, 300),
    payload: payloadText(event, room),
    citation: renderCitation(encodeFolded(name), event.seq, event.hash),
    hash: event.hash,
    restricted: event.security?.sensitivity === 'restricted',
    forgotten: event.shredded !== null,
  };
}

function payloadText(event: StoredEvent, room: number): string {
  if (event.shredded !== null) return `Forgotten by ${encodeFolded(event.shredded.by)}.`;
  if (room === 0)
    return 'Not on this page, because it would be too large. `hookloom replay` shows it.';
  const text = encodeBlock(jsonText(event.payload));
  if (text.length <= MAX_PAYLOAD_CHARS) return text;
  return `${text.slice(0, MAX_PAYLOAD_CHARS)}\n… ${text.length - MAX_PAYLOAD_CHARS} more characters`;
}
