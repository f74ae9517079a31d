/**
 * `POST /api/import`: appends the rows of another memory, or of an export, as events. Skips rows that were already
 * imported.
 */
import type { IncomingMessage } from 'node:http';
import {
  HookloomError,
  invalidRequest,
  isJsonObject,
  parseJsonObject,
  sha256Hex,
  type JsonObject,
} from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import type { Notes } from '@hookloom/memory';
import { notesOf, placeOf } from '../../notes/place.ts';
import { gateOf } from '../../operations/forgotten-gate.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import { badParameter, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import {
  IMPORT_KINDS,
  importedRow,
  placeInTime,
  keyOf,
  type ImportKind,
  type ImportedRow,
} from './import-rows.ts';
import { statSync } from 'node:fs';
import { stripPrivate } from '@hookloom/core/redact';
import { privateMark } from '@hookloom/hooks';

const MAX_LINES_BYTES = 64 * 1024 * 1024;
/** Events per append. */
const BATCH = 200;

type Rows = Record<ImportKind, JsonObject[]>;

export function importRoutes(workspaces: Workspaces): Route[] {
  // Imports run one after the other, so that each skips the rows of those before.
  let last: Promise<unknown> = Promise.resolve();
  return [
    defineRoute({
      route: 'POST /api/import',
      access: 'private',
      does: 'Imports rows. Skips rows that exist.',
      query: { project: text() },
      takes: '`sessions`, `summaries`, `observations`, `prompts`; or lines',
      json: async ({ request, query }) => {
        const isLines = /^application\/x-ndjson\b/i.test(request.headers['content-type'] ?? '');
        const { rows, project } = isLines ? await readLines(request) : await readRows(request);
        const into = query.project ?? project;
        const done = last.then(() => importAll(workspaces, rows, into));
        last = done.catch(() => {});
        return { success: true, stats: await done };
      },
    }),
  ];
}

async function readRows(request: IncomingMessage): Promise<{ rows: Rows; project: string }> {
  const { value } = await readJsonBody(request);
  const rows = Object.fromEntries(
    IMPORT_KINDS.map((kind) => {
      const list = value[kind] ?? [];
      if (!Array.isArray(list) || !list.every(isJsonObject))
        throw badParameter(kind, 'a list of rows');
      return [kind, list];
    }),
  ) as Rows;
  return { rows, project: typeof value['project'] === 'string' ? value['project'] : '' };
}

const WORDS: Readonly<Record<string, ImportKind>> = {
  session: 'sessions',
  prompt: 'prompts',
  observation: 'observations',
  summary: 'summaries',
};

/** The lines of an export. */
async function readLines(request: IncomingMessage): Promise<{ rows: Rows; project: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_LINES_BYTES) throw badParameter('The body', 'at most 64 MiB');
    chunks.push(chunk as Buffer);
  }
  const rows: Rows = { sessions: [], prompts: [], observations: [], summaries: [] };
  for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
    if (line.trim() === '') continue;
    const row = parsed(line);
    const kind = WORDS[typeof row['kind'] === 'string' ? row['kind'] : ''];
    if (kind !== undefined) rows[kind].push(row);
    else if (row['kind'] !== 'export') throw badParameter('Each line', 'a row of an export');
  }
  return { rows, project: '' };
}

function parsed(line: string): JsonObject {
  const row = parseJsonObject(line);
  if (row !== null) return row;
  throw badParameter('Each line', 'one JSON object');
}

/** `observationsImported`, `observationsSkipped`, and so on. */
type Stats = Record<`${ImportKind}${'Imported' | 'Skipped'}`, number>;

async function importAll(workspaces: Workspaces, rows: Rows, into: string): Promise<Stats> {
  const stats = Object.fromEntries(
    IMPORT_KINDS.flatMap((kind) => [`${kind}Imported`, `${kind}Skipped`].map((key) => [key, 0])),
  ) as Stats;
  const bySlot = new Map<number, Importing>();
  const byName = new Map<string, Importing>();
  const homes = new Map<string, string>();
  const isPrivate = privateRows(saidIn(rows));
  for (const row of inOrder(rows, stats)) {
    if (row.kind === 'sessions') homes.set(row.session, row.project);
    const name = into || row.project || homes.get(row.session) || 'imported';
    let place = byName.get(name);
    if (place === undefined) {
      const open = await workspaces.ensureProject(name);
      place = bySlot.get(open.slot) ?? (await openImport(open));
      bySlot.set(open.slot, place);
      byName.set(name, place);
    }
    if (isPrivate(row, place.open.runtime.context.stateDir)) stats[`${row.kind}Skipped`]++;
    else await take(place, row, stats);
  }
  for (const place of bySlot.values()) {
    await flush(place);
    place.waiting.push(...place.ended);
    await flush(place);
  }
  return stats;
}

/** By the client's own session id, which the other memory has kept. */
function contentIdsOf(rows: Rows): ReadonlyMap<string, string> {
  return new Map(
    rows.sessions.flatMap((row) => {
      const memory = row['memory_session_id'] ?? row['sdk_session_id'];
      const content = row['content_session_id'] ?? row['claude_session_id'];
      return typeof memory === 'string' && typeof content === 'string' ? [[memory, content]] : [];
    }),
  );
}

function saidIn(rows: Rows): { session: string; epoch: number; text: string }[] {
  const contentIds = contentIdsOf(rows);
  return rows.prompts.flatMap((row) => {
    const text = row['prompt_text'];
    const place = placeInTime('prompts', row, contentIds);
    return typeof text !== 'string' || place === null ? [] : [{ ...place, text }];
  });
}

/** Sessions come before their rows, then rows by time. Skips empty rows. */
function inOrder(rows: Rows, stats: Stats): ImportedRow[] {
  const contentIds = contentIdsOf(rows);
  const all: ImportedRow[] = [];
  for (const kind of IMPORT_KINDS)
    for (const row of rows[kind]) {
      const read = importedRow(kind, row, contentIds);
      if (read === null) stats[`${kind}Skipped`]++;
      else all.push(read);
    }
  const rank = ({ kind }: ImportedRow) => (kind === 'sessions' ? 0 : 1);
  return all.sort((a, b) => rank(a) - rank(b) || a.epoch - b.epoch);
}

interface Importing {
  open: OpenWorkspace;
  notes: Notes;
  gate: Awaited<ReturnType<typeof gateOf>>;
  /** Keys of existing rows, by session. */
  known: Map<string, Set<string>>;
  waiting: Pending[];
  ended: Pending[];
}

interface Pending {
  event: UnsealedEvent;
  scope: string;
  key: string;
}

async function openImport(open: OpenWorkspace): Promise<Importing> {
  const { context } = open.runtime;
  const [notes, gate] = [await notesOf(placeOf(open)), await gateOf(context)];
  return { open, notes, gate, known: new Map(), waiting: [], ended: [] };
}

async function take(place: Importing, row: ImportedRow, stats: Stats): Promise<void> {
  const known = await knownOf(place, row.session);
  // An import must not bring forgotten content back.
  const isForgotten = place.gate !== null && place.gate.mask(row.event).paths.length > 0;
  if (isForgotten || known.has(row.key)) {
    stats[`${row.kind}Skipped`]++;
    return;
  }
  known.add(row.key);
  const { event, ended, key, session: scope } = row;
  place.waiting.push({ event, scope, key });
  if (ended !== null) place.ended.push({ event: ended, scope, key: `${key}\nended` });
  stats[`${row.kind}Imported`]++;
  if (place.waiting.length >= BATCH) await flush(place);
}

const ALL = 1_000_000;

type KeyedRow = Parameters<typeof keyOf>[2] & { created_at_epoch: number };

async function knownOf({ open, notes, known }: Importing, session: string): Promise<Set<string>> {
  let keys = known.get(session);
  if (keys !== undefined) return keys;
  const request = { log: open.workspace.session, limit: ALL, contentSessionId: session };
  keys = new Set<string>();
  known.set(session, keys);
  if ((await notes.session(request.log, session)) === null) return keys;
  keys.add(keyOf('sessions', session, {}, 0));
  const add = (kind: ImportKind, rows: readonly KeyedRow[]) => {
    for (const row of rows) keys.add(keyOf(kind, session, row, row.created_at_epoch));
  };
  add('prompts', await notes.prompts(request));
  add('observations', await notes.observations({ ...request, includeSuperseded: true }));
  add('summaries', await notes.summaries(request));
  return keys;
}

/** Appends each row once, even if another process imports too: the log knows each row by its key. */
async function flush({ open, waiting }: Importing): Promise<void> {
  if (waiting.length === 0) return;
  const events = waiting.splice(0).map(({ event, scope, key }) => ({
    ...event,
    delivery: { scope, key: `import:${sha256Hex(key).slice(0, 32)}` },
  }));
  const { store, workspace } = open.runtime;
  try {
    await store.append(workspace.session, events, { durability: 'fsync' });
  } catch (error) {
    if (!(error instanceof HookloomError) || error.code !== 'invalid_request') throw error;
    throw invalidRequest(
      `A row cannot be recorded: ${error.message}`,
      'Correct it and import again: what was imported already is skipped.',
      { cause: error },
    );
  }
}

/**
 * Finds the rows of an import that belong to a turn with a fully private prompt.
 *
 * @param said Rows with user text, including those that are empty without their private spans.
 */
function privateRows(
  said: readonly { session: string; epoch: number; text: string }[],
): (row: ImportedRow, stateDir: string | undefined) => boolean {
  const prompts = new Map<string, { epoch: number; isPrivate: boolean }[]>();
  for (const { session, epoch, text } of said) {
    const open = stripPrivate(text);
    const isPrivate = open.stripped && open.text.trim() === '';
    prompts.set(session, [...(prompts.get(session) ?? []), { epoch, isPrivate }]);
  }
  for (const list of prompts.values()) list.sort((a, b) => a.epoch - b.epoch);
  const marks = new Map<string, number>();
  /** When the session's private prompt was reported here; infinite if there was none. */
  const markOf = (session: string, stateDir: string | undefined): number => {
    let since = marks.get(session);
    if (since === undefined) {
      const stats = statSync(privateMark(session, stateDir), { throwIfNoEntry: false });
      since = stats === undefined ? Number.POSITIVE_INFINITY : Math.floor(stats.mtimeMs);
      marks.set(session, since);
    }
    return since;
  };
  return ({ kind, session, epoch }, stateDir) => {
    if (kind === 'sessions') return false;
    const last = prompts.get(session)?.findLast((prompt) => prompt.epoch <= epoch);
    if (last?.isPrivate === true) return true;
    const since = markOf(session, stateDir);
    return epoch >= since && (last === undefined || last.epoch < since);
  };
}
