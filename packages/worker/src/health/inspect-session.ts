/**
 * Reads the end of a log up to a limit: what was captured recently and by which client. The limit bounds the cost for
 * any size of the log. Earlier events are reported as unread, never guessed.
 */
import { isJsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { addLosses, type Losses } from '@hookloom/hooks';
import { parseLine } from '@hookloom/log/append';
import { isRefused, logPath, openLog } from '@hookloom/log';
import {
  CHECKOUT_TYPE,
  laneOf,
  LOST_TYPE,
  newer,
  noLanes,
  PROBE_SESSION,
  REMINDER_TYPE,
  type ReportedEvent,
  type SessionInspection,
} from './lanes.ts';

/** About 4,000 events of usual size: 40 ms. */
export const WINDOW_BYTES = 2 * 1024 * 1024;

/**
 * @param dir Absolute path of `.eventloom`
 * @param maxBytes How much to read at most
 * @returns Nothing seen if the log is missing or may not be read
 * @throws HookloomError `permission_denied` if the log is a link
 * @example seeSession('/home/dev/shop/.eventloom', 'shop-default').lanes['command.completed'].count // 12
 */
export function inspectSession(
  dir: string,
  session: string,
  maxBytes = WINDOW_BYTES,
): SessionInspection {
  const seen: SessionInspection = {
    session,
    head: null,
    window: { from_seq: null, to_seq: 0, bytes: 0, complete: true },
    lanes: noLanes(),
    latest_checkout: null,
    latest_reminder: null,
    sealed_losses: null,
    by_source: {},
  };
  const path = logPath(dir, session);
  const log = isRefused(path) ? null : openLog(path);
  if (log === null) return seen;
  try {
    const from = Math.max(0, log.sizeBytes - maxBytes);
    const bytes = Buffer.alloc(log.sizeBytes - from);
    const got = log.read(bytes, 0, bytes.length, from);
    seen.window.bytes = got;
    seen.window.complete = from === 0;
    // Skip the first, incomplete line, unless the window starts at the beginning of the log.
    let start = from === 0 ? 0 : bytes.indexOf(10) + 1;
    let position = 0;
    for (;;) {
      const end = bytes.subarray(0, got).indexOf(10, start);
      if (end < 0) break;
      const parsed = end > start ? parseLine(bytes.subarray(start, end), position + 1) : null;
      start = end + 1;
      // Lines of older writers have no seq. Only counting from the first line gives it.
      if (parsed?.ok !== true || (parsed.sealedSeq === null && from > 0)) continue;
      position = parsed.event.seq;
      take(seen, parsed.event);
    }
  } finally {
    log.close();
  }
  if (!seen.window.complete)
    for (const lane of Object.values(seen.lanes)) lane.count_is_lower_bound = true;
  return seen;
}

function take(seen: SessionInspection, event: StoredEvent): void {
  seen.head = { seq: event.seq, hash: event.hash };
  seen.window.from_seq ??= event.seq;
  seen.window.to_seq = event.seq;
  const lane = laneOf(event.type);
  const told = seenEvent(event, seen.session);
  if (event.type === CHECKOUT_TYPE) seen.latest_checkout = told;
  if (event.type === REMINDER_TYPE) seen.latest_reminder = told;
  if (event.type === LOST_TYPE)
    seen.sealed_losses = addLosses(seen.sealed_losses, lossesOf(event.payload));
  if (lane === null || isOwnDoing(event)) return;
  const row = seen.lanes[lane];
  row.count += 1;
  row.latest = told;
  if (told.source !== null) seen.by_source[told.source] = told;
}

/** Calls of our own tools and probes say nothing about the client's capture. */
function isOwnDoing({ payload }: StoredEvent): boolean {
  return payload['self'] === true || payload['source'] === 'doctor' || isProbe(payload);
}

export function isProbe(payload: StoredEvent['payload']): boolean {
  const session = payload['session_id'];
  return typeof session === 'string' && session.startsWith(PROBE_SESSION);
}

function seenEvent(event: StoredEvent, session: string): ReportedEvent {
  const { seq, hash, timestamp, type, payload, origin } = event;
  const word = (value: unknown): string | null =>
    typeof value === 'string' && value !== '' ? value.slice(0, 200) : null;
  const source = word(payload['source']) ?? (isJsonObject(origin) ? word(origin.client) : null);
  return { seq, hash, timestamp, type, thread: session, source, trigger: word(payload['trigger']) };
}

/** Null for an invalid payload: an imported log may contain anything under this type. */
function lossesOf({ count, reasons, first_at, last_at }: StoredEvent['payload']): Losses | null {
  if (typeof count !== 'number' || typeof first_at !== 'string' || typeof last_at !== 'string')
    return null;
  const words = Array.isArray(reasons) ? reasons.filter((one) => typeof one === 'string') : [];
  return { count, reasons: words, first_at, last_at };
}

/** One report over several sessions. */
export function joinInspections(
  sessions: readonly SessionInspection[],
): Pick<
  SessionInspection,
  'lanes' | 'latest_checkout' | 'latest_reminder' | 'sealed_losses' | 'by_source'
> {
  const all = {
    lanes: noLanes(),
    latest_checkout: null as ReportedEvent | null,
    latest_reminder: null as ReportedEvent | null,
    sealed_losses: null as Losses | null,
    by_source: {} as Record<string, ReportedEvent>,
  };
  for (const one of sessions) {
    for (const [lane, row] of Object.entries(one.lanes)) {
      const sum = all.lanes[lane as keyof typeof all.lanes];
      sum.count += row.count;
      sum.latest = newer(sum.latest, row.latest);
      sum.count_is_lower_bound ||= row.count_is_lower_bound;
    }
    all.latest_checkout = newer(all.latest_checkout, one.latest_checkout);
    all.latest_reminder = newer(all.latest_reminder, one.latest_reminder);
    all.sealed_losses = addLosses(all.sealed_losses, one.sealed_losses);
    for (const [source, event] of Object.entries(one.by_source))
      all.by_source[source] = newer(all.by_source[source] ?? null, event)!;
  }
  return all;
}
