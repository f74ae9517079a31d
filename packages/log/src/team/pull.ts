/**
 * Fetches teammates' logs from the team's store into parts next to our own log. Each place is checked before it is
 * written.
 */
import { existsSync } from 'node:fs';
import { isJsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { parseLine } from '../envelope/parse.ts';
import { openGate } from '../gate/guard.ts';
import { createGate, type Gate } from '../gate/gate.ts';
import { frameDigest, shredLine } from '../envelope/shredded-line.ts';
import type { Connection } from '../stores/postgres/connection.ts';
import { firstPage, readRanges, type StoredRow } from '../stores/postgres/rows.ts';
import { ownFault } from '../envelope/own-fault.ts';
import { partWritten } from './keep-parts.ts';
import {
  appendPlaces,
  chainOf,
  countOf,
  followPart,
  indexPart,
  withheldLine,
  listParts,
  partPath,
  partSession,
  readPlaces,
  removePart,
  replacePlaces,
  type PartIndex,
  type PartOf,
} from './part-file.ts';

export interface Pulled {
  /** Number of places in the part. */
  session: string;
  writer: string;
  log: string;
  added: number;
  total: number;
  /** The first place that was not stored, and why. */
  refused: { seq: number; why: string } | null;
}

export interface PullRequest {
  /** The texts that were forgotten here. They are not stored again. */
  eventloomDir: string;
  /** Where the parts are. */
  folder: string;
  project: string;
  /** Our own name, because our own logs are not fetched. */
  writer: string;
}

/** A log whose part here is shorter than in the store. */
interface Fetch {
  of: PartOf;
  path: string;
  /** In the store. */
  head: Place;
  /** The last place here. */
  at: Place;
  isDone: boolean;
  /** Whether it was fetched again from its beginning. */
  isAnew: boolean;
  result: Pulled;
}

interface Place {
  seq: number;
  hash: string | null;
}

/**
 * Brings all logs of the project but those of `writer`. Asks for the heads, and then for the new events of all logs
 * together. Removes parts of logs that the store no longer has.
 */
export async function pullLogs(connection: Connection, request: PullRequest): Promise<Pulled[]> {
  const { folder, project, writer } = request;
  const logs = await connection.query(
    'SELECT writer, session, seq, hash FROM hookloom.log WHERE project = $1 AND writer <> $2 AND seq > 0 ORDER BY writer, session',
    [project, writer],
  );
  const present = new Set(listParts(folder));
  const fetches = logs.map((row) => {
    const of = { project, writer: String(row['writer']), session: String(row['session']) };
    const head = { seq: Number(row['seq']), hash: String(row['hash']) };
    return beginFetch(folder, of, head, present);
  });
  for (let open = fetches.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    const wanted = firstPage(
      open.map((fetch) => ({ ...fetch.of, fetch, from: fetch.at.seq + 1, to: fetch.head.seq })),
    );
    const answers = await readRanges(connection, project, wanted);
    for (const [at, { fetch }] of wanted.entries()) takeRows(request, fetch, answers[at]!);
  }
  const pulled = fetches.map(({ result, at }) => ({ ...result, total: at.seq }));
  for (const { session } of pulled) present.delete(session);
  for (const gone of present) removePart(folder, gone);
  return pulled;
}

const isOpen = ({ isDone }: Fetch): boolean => !isDone;

function beginFetch(folder: string, of: PartOf, head: Place, present: ReadonlySet<string>): Fetch {
  const session = partSession(of);
  const path = partPath(folder, session);
  const last = present.has(session) ? parts.get(path)?.end : undefined;
  const isAsBefore = last?.seq === head.seq && last.hash === head.hash;
  const at = isAsBefore ? last : (partAt(path)?.end ?? { seq: 0, hash: null });
  const log = { session, writer: of.writer, log: of.session };
  const result: Pulled = { ...log, added: 0, total: 0, refused: null };
  const fetch: Fetch = { of, path, head, at, isDone: false, isAnew: false, result };
  // Most logs have not changed, so nothing is asked about them.
  if (at.seq === head.seq && at.hash === head.hash) fetch.isDone = true;
  else if (at.seq >= head.seq) fetchAnew(folder, fetch);
  return fetch;
}

/** The store was restored, or the part was damaged. */
function fetchAnew(folder: string, fetch: Fetch): void {
  removePart(folder, fetch.result.session);
  parts.delete(fetch.path);
  fetch.at = { seq: 0, hash: null };
  fetch.isAnew = true;
  fetch.result.added = 0;
}

function takeRows({ eventloomDir, folder }: PullRequest, fetch: Fetch, rows: StoredRow[]): void {
  const { of, path, head, result, isAnew } = fetch;
  const [first] = rows;
  const { seq, hash } = fetch.at;
  if (!isAnew && seq > 0 && first?.seq === seq + 1 && first.previousHash !== hash)
    return fetchAnew(folder, fetch);
  // A machine that has recorded nothing has forgotten nothing.
  const gate = existsSync(eventloomDir) ? openGate(eventloomDir) : createGate([]);
  const taken: StoredRow[] = [];
  const forgettings: StoredEvent[] = [];
  for (const row of rows) {
    const checked = checkPlace(row, fetch.at);
    if (!checked.ok) {
      result.refused = { seq: fetch.at.seq + 1, why: checked.why };
      break;
    }
    const { event } = checked;
    taken.push(event !== null && isForgottenHere(event, gate) ? { ...row, line: null } : row);
    if (event?.type === 'memory.forgotten') forgettings.push(event);
    fetch.at = { seq: row.seq, hash: row.hash };
  }
  if (taken.length > 0) {
    const index = appendPlaces(folder, of, taken);
    parts.set(path, { index, end: fetch.at });
    partWritten(path);
  }
  for (const event of forgettings) shredInPart(path, event);
  result.added += taken.length;
  fetch.isDone = rows.length === 0 || result.refused !== null || fetch.at.seq >= head.seq;
}

/** The parts that this process has read. */
const parts = new Map<string, { index: PartIndex; end: Place }>();

function partAt(path: string) {
  const known = parts.get(path);
  const index = followPart(path);
  if (index !== null && index === known?.index) return known;
  if (index === null) {
    parts.delete(path);
    return null;
  }
  const part = { index, end: endOf(index, known === undefined) };
  parts.set(path, part);
  return part;
}

/**
 * @param isNew This process has not read it yet. A part that lost bytes in a power loss matches no position of the
 * store.
 */
function endOf(index: PartIndex, isNew: boolean): Place {
  const seq = countOf(index);
  if (seq < 1) return { seq: 0, hash: null };
  const from = isNew ? Math.max(1, seq - PAGE) : seq;
  let hash: string | null = null;
  for (const [at, line] of readPlaces(index, from, seq).entries()) {
    const chain = chainOf(line);
    if (chain === null || (at > 0 && chain.previousHash !== hash)) return { seq, hash: '' };
    ({ hash } = chain);
  }
  return { seq, hash };
}

type Checked = { ok: true; event: StoredEvent | null } | { ok: false; why: string };

function checkPlace(row: StoredRow, before: Place): Checked {
  const refused = (why: string): Checked => ({ ok: false, why });
  if (row.seq !== before.seq + 1 || row.previousHash !== before.hash)
    return refused('it does not follow the event before it');
  if (row.line === null) return { ok: true, event: null };
  const line = Buffer.from(row.line);
  const found = parseLine(line, row.seq);
  if (!found.ok) return refused(found.detail);
  const { event } = found;
  if (event.seq !== row.seq || event.hash !== row.hash || event.previousHash !== row.previousHash)
    return refused('its line carries another place or hash');
  const fault = ownFault(line, 0, line.length, event);
  return fault === null ? { ok: true, event } : refused(fault.detail);
}

function isForgottenHere(event: StoredEvent, gate: Gate): boolean {
  return event.type !== 'memory.forgotten' && gate.mask(event).paths.length > 0;
}

/** A teammate forgot events: their content is removed from the part as well. */
function shredInPart(path: string, { id: by, seq, payload }: StoredEvent): void {
  const index = indexPart(path);
  if (index === null) return;
  const changed = new Map<number, string>();
  for (const entry of Array.isArray(payload['events']) ? payload['events'] : []) {
    if (!isJsonObject(entry)) continue;
    const { seq: gone, digest, frame } = entry;
    if (typeof gone !== 'number' || typeof digest !== 'string' || gone < 1 || gone >= seq) continue;
    const text = readPlaces(index, gone, gone)[0]!.toString('utf8');
    const old = parseLine(Buffer.from(text), gone);
    if (old.ok && old.event.shredded === null && frameDigest(text) === frame)
      changed.set(gone, shredLine(text, { by, digest }, old.batch));
  }
  replacePlaces(index, changed);
}

/** A text was forgotten here: it is removed from all parts. Returns the files that contained it. */
export function forgetInParts(folder: string, gate: Gate): string[] {
  return listParts(folder).flatMap((session) => {
    const path = partPath(folder, session);
    const index = indexPart(path);
    const count = index === null ? 0 : countOf(index);
    const changed = new Map<number, string>();
    for (let from = 1; from <= count; from += PAGE) {
      const lines = readPlaces(index!, from, Math.min(count, from + PAGE - 1));
      for (const [at, line] of lines.entries()) {
        const [seq, chain] = [from + at, chainOf(line)];
        if (chain === null || chain.isKept) continue;
        const found = parseLine(line, seq);
        if (found.ok && isForgottenHere(found.event, gate))
          changed.set(seq, withheldLine({ seq, ...chain }));
      }
    }
    if (index !== null) replacePlaces(index, changed);
    return changed.size === 0 ? [] : [path];
  });
}

const PAGE = 500;
