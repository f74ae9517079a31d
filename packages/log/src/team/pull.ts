/** Fetches teammates' logs from the team's store into parts beside our own. Each place is checked before it is written. */
import { existsSync } from 'node:fs';
import { isJsonObject } from '@hookloom/core/json';
import { parseLine } from '../envelope/parse.ts';
import { openGate } from '../gate/guard.ts';
import { createGate, type Gate } from '../gate/gate.ts';
import { frameDigest, shredLine } from '../envelope/shredded-line.ts';
import type { Connection } from '../stores/postgres/connection.ts';
import { pagesOf, type StoredRow } from '../stores/postgres/rows.ts';
import { ownFault } from '../envelope/own-fault.ts';
import {
  appendPlaces,
  chainOf,
  countOf,
  followPart,
  indexPart,
  keepParts,
  keptLine,
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
  /** Of the part. */
  session: string;
  writer: string;
  log: string;
  added: number;
  total: number;
  /** The first place of which nothing was taken, and why. */
  refused: { seq: number; why: string } | null;
}

export interface PullRequest {
  /** The texts that were forgotten here. They are not stored again. */
  eventloomDir: string;
  /** Where the parts are. */
  folder: string;
  project: string;
  /** Our own name: our logs are not fetched. */
  writer: string;
}

/** Brings all logs of the project but those of `writer`. Parts of logs that the store does not have any more are removed. */
export async function pullLogs(connection: Connection, request: PullRequest): Promise<Pulled[]> {
  const { folder, project, writer } = request;
  const logs = await connection.query(
    'SELECT writer, session, seq, hash FROM hookloom.log WHERE project = $1 AND writer <> $2 AND seq > 0 ORDER BY writer, session',
    [project, writer],
  );
  const pulled: Pulled[] = [];
  for (const row of logs) {
    const of = { project, writer: String(row['writer']), session: String(row['session']) };
    const head = { seq: Number(row['seq']), hash: String(row['hash']) };
    pulled.push(await pullLog(connection, request, of, head));
  }
  await keepParts(
    pulled.flatMap(({ session, added }) => (added > 0 ? [partPath(folder, session)] : [])),
  );
  const known = new Set(pulled.map(({ session }) => session));
  for (const session of listParts(folder)) if (!known.has(session)) removePart(folder, session);
  return pulled;
}

async function pullLog(
  connection: Connection,
  request: PullRequest,
  of: PartOf,
  head: { seq: number; hash: string },
): Promise<Pulled> {
  const { eventloomDir, folder } = request;
  const session = partSession(of);
  const path = partPath(folder, session);
  const result: Pulled = {
    session,
    writer: of.writer,
    log: of.session,
    added: 0,
    total: 0,
    refused: null,
  };
  const known = partAt(path);
  // Most logs are as they were: nothing is asked about them.
  if (known?.end.seq === head.seq && known.end.hash === head.hash)
    return { ...result, total: head.seq };
  let at = known?.end ?? { seq: 0, hash: null };
  // The last place comes again, to see that the store goes on from it.
  let again = at.seq > 0;
  // A machine that has recorded nothing yet has forgotten nothing.
  const gate = existsSync(eventloomDir) ? openGate(eventloomDir) : createGate([]);
  for await (const rows of pagesOf(connection, of, Math.max(1, at.seq), head.seq)) {
    if (again && rows[0]!.hash === at.hash) {
      again = false;
      rows.shift();
    }
    if (again) break;
    const taken: StoredRow[] = [];
    const forgettings: StoredRow[] = [];
    for (const row of rows) {
      const why = whyRefused(row, at);
      if (why !== null) {
        result.refused = { seq: at.seq + 1, why };
        break;
      }
      taken.push(isForgottenHere(row, gate) ? { ...row, line: null } : row);
      if (row.line?.includes('"type":"memory.forgotten"') === true) forgettings.push(row);
      at = { seq: row.seq, hash: row.hash };
    }
    if (taken.length > 0) appendPlaces(folder, of, taken, partAt(path)?.index);
    for (const row of forgettings) shredInPart(path, row);
    result.added += taken.length;
    if (result.refused !== null) break;
  }
  if (!again) return { ...result, total: at.seq };
  // The store was restored, or the part was damaged: it is fetched from its beginning.
  removePart(folder, session);
  return pullLog(connection, request, of, head);
}

/** The parts that this process has read. */
const parts = new Map<string, { index: PartIndex; end: { seq: number; hash: string | null } }>();

function partAt(path: string) {
  const known = parts.get(path);
  const index = followPart(path, known?.index);
  if (index !== null && index === known?.index) return known;
  if (index === null) {
    parts.delete(path);
    return null;
  }
  const part = { index, end: endOf(index) };
  parts.set(path, part);
  return part;
}

function endOf(index: PartIndex): { seq: number; hash: string | null } {
  const seq = countOf(index);
  if (seq < 1) return { seq: 0, hash: null };
  return { seq, hash: chainOf(readPlaces(index, seq, seq)[0]!)?.hash ?? '' };
}

function whyRefused(row: StoredRow, before: { seq: number; hash: string | null }): string | null {
  if (row.seq !== before.seq + 1 || row.previousHash !== before.hash)
    return 'it does not follow the event before it';
  if (row.line === null) return null;
  const line = Buffer.from(row.line);
  const found = parseLine(line, row.seq);
  if (!found.ok) return found.detail;
  const { event } = found;
  if (event.seq !== row.seq || event.hash !== row.hash || event.previousHash !== row.previousHash)
    return 'its line carries another place or hash';
  return ownFault(line, 0, line.length, event)?.detail ?? null;
}

function isForgottenHere({ line, seq }: StoredRow, gate: Gate): boolean {
  if (line === null) return false;
  const found = parseLine(Buffer.from(line), seq);
  return (
    found.ok && found.event.type !== 'memory.forgotten' && gate.mask(found.event).paths.length > 0
  );
}

/** A teammate forgot events: their content goes from the part as well. */
function shredInPart(path: string, { line, seq }: StoredRow): void {
  const index = indexPart(path);
  const found = parseLine(Buffer.from(line!), seq);
  if (index === null || !found.ok || found.event.type !== 'memory.forgotten') return;
  const { id: by, payload } = found.event;
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

/** A text was forgotten here: it goes from all parts. Returns the files that held it. */
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
        const row = { seq, hash: '', previousHash: null, line: line.toString('utf8') };
        if (chain === null || chain.isKept || !isForgottenHere(row, gate)) continue;
        changed.set(seq, keptLine({ seq, ...chain }));
      }
    }
    if (index !== null) replacePlaces(index, changed);
    return changed.size === 0 ? [] : [path];
  });
}

const PAGE = 500;
