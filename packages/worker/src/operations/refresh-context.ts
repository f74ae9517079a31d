import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { byOperation, type Durability, type UnsealedEvent } from '@hookloom/core/events';
import { invalidRequest, notFound, stringAt, type JsonObject } from '@hookloom/core';
import {
  codeEvents,
  createResolver,
  documentEvents,
  isDocument,
  languageOf,
  type Resolver,
  type SourceEvent,
} from '@hookloom/memory';
import { z } from 'zod';
import { readSource } from '../indexing/read-source.ts';
import { scanFiles, type FoundFile } from '../indexing/scan-files.ts';
import {
  originOf,
  parseRequest,
  resolveSession,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { openedMemory } from '../memory-access.ts';

/** `refresh-context` and `index-codebase`. */
export const refreshRequest = z.strictObject({
  /** Absolute, or relative to the workspace. */
  path: z.string().min(1).max(4096),
  kind: z.enum(['documents', 'codebase']),
  max_lines: z.int().min(5).max(2000).optional(),
  max_bytes: z.int().min(1).max(8_388_608).optional(),
  session_id: sessionId,
});
export type RefreshRequest = z.input<typeof refreshRequest>;

export interface RefreshAnswer {
  kind: 'documents' | 'codebase';
  /** Relative to the workspace; `.` for the whole workspace. */
  root: string;
  session_id: string;
  discovered: number;
  changed: number;
  unchanged: number;
  deleted: number;
  skipped: { path: string; reason: string }[];
  events: number;
}

const DEFAULT_MAX_LINES = 80;
const DEFAULT_MAX_BYTES = 524_288;
const MAX_SOURCES = 200_000;
const MAX_TOLD = 50;

interface Known {
  blob: string;
  kind: string;
  maxLines: number | null;
}

/**
 * Updates the memory to the files of a folder: indexes new and changed files, and retires the content of changed and
 * deleted ones. Appends nothing if nothing changed. Appends one batch per file, so an interrupted run leaves complete
 * files and the next one continues. Throws `invalid_request` for a path outside the workspace.
 */
export async function refreshContext(
  context: OperationContext,
  request: RefreshRequest,
  caller: Caller,
  onProgress: (progress: { done: number; total: number; path: string }) => void = () => {},
): Promise<RefreshAnswer> {
  const parsed = parseRequest(refreshRequest, request);
  const { kind, max_lines = DEFAULT_MAX_LINES, max_bytes = DEFAULT_MAX_BYTES } = parsed;
  const session = resolveSession(context, parsed);
  const { workspace, root, prefix } = placeOf(context, parsed.path);
  await context.drain();
  const known = await knownSources(context, session);
  const wants = kind === 'documents' ? isDocument : (name: string) => languageOf(name) !== null;
  const scan = scanFiles({ workspace, root, maxBytes: max_bytes, wants });
  const answer: RefreshAnswer = {
    kind,
    root: prefix === '' ? '.' : prefix,
    session_id: session,
    discovered: 0,
    changed: 0,
    unchanged: 0,
    deleted: 0,
    skipped: [...scan.skipped],
    events: 0,
  };
  const resolve = createResolver(
    new Set([...scan.files.map((file) => file.path), ...known.keys()]),
  );
  const indexer = { kind, maxLines: max_lines, maxBytes: max_bytes, resolve };
  const append = async (events: SourceEvent[], durability: Durability): Promise<void> => {
    const origin = { ...originOf(caller), channel: 'file' as const };
    const drafts = events.map(({ type, payload }): UnsealedEvent =>
      byOperation({ type, actorId: 'zaxy-indexer', payload, origin }),
    );
    await context.store.append(session, drafts, { durability });
    answer.events += events.length;
  };
  for (const [at, file] of scan.files.entries()) {
    onProgress({ done: at, total: scan.files.length, path: file.path });
    const before = known.get(file.path);
    const outcome = indexFile(file, before, indexer);
    if (outcome.state === 'skipped')
      answer.skipped.push({ path: file.path, reason: outcome.reason });
    else answer[outcome.state]++;
    if (outcome.state === 'discovered' || outcome.state === 'changed')
      await append(outcome.events, 'os');
  }
  const seen = new Set(scan.files.map((file) => file.path));
  const gone = [...known].filter(
    ([name, source]) => source.kind === kind && isBelow(name, prefix) && !seen.has(name),
  );
  for (const [name, { blob }] of gone) {
    await append([{ type: 'source.deleted', payload: { path: name, kind, blob } }], 'os');
    answer.deleted++;
  }
  if (answer.events > 0) {
    const { discovered, changed, unchanged, deleted, skipped } = answer;
    const counts = { discovered, changed, unchanged, deleted, skipped: skipped.length };
    const payload: JsonObject = { kind, root: answer.root, ...counts };
    // Syncing the last append makes all earlier ones durable too.
    await append([{ type: 'projection.updated', payload }], 'fsync');
  }
  answer.skipped = answer.skipped.slice(0, MAX_TOLD);
  return answer;
}

interface Indexer {
  kind: 'documents' | 'codebase';
  maxLines: number;
  maxBytes: number;
  resolve: Resolver;
}

type Outcome =
  | { state: 'discovered' | 'changed'; events: SourceEvent[] }
  | { state: 'unchanged' }
  | { state: 'skipped'; reason: string };

function indexFile(file: FoundFile, before: Known | undefined, indexer: Indexer): Outcome {
  const read = readSource(file.absolute, indexer.maxBytes);
  if (!read.ok) return { state: 'skipped', reason: read.reason };
  const { kind, maxLines, resolve } = indexer;
  const { text, blob, bytes } = read;
  const cut = kind === 'documents' ? maxLines : null;
  if (before?.blob === blob && before.kind === kind && before.maxLines === cut)
    return { state: 'unchanged' };
  const source = { path: file.path, text, blob };
  const content =
    kind === 'documents'
      ? documentEvents(source, maxLines)
      : codeEvents(source, { language: languageOf(file.path)!, resolve, hash });
  const payload: JsonObject = {
    path: file.path,
    kind,
    blob,
    bytes,
    lines: text.split('\n').length,
  };
  if (cut !== null) payload['max_lines'] = cut;
  if (before !== undefined) payload['previous_blob'] = before.blob;
  const type = before === undefined ? 'source.discovered' : 'source.changed';
  return {
    state: before === undefined ? 'discovered' : 'changed',
    events: [{ type, payload }, ...content],
  };
}

/** The files in the memory and the hash of each. */
async function knownSources(
  context: OperationContext,
  session: string,
): Promise<Map<string, Known>> {
  const memory = await openedMemory(context);
  const facts = await memory.facts({ sessions: [session], types: ['source'], limit: MAX_SOURCES });
  return new Map(
    facts.map(({ entityName, properties }) => [
      entityName,
      {
        blob: stringAt(properties, 'blob'),
        kind: stringAt(properties, 'kind'),
        maxLines: typeof properties['max_lines'] === 'number' ? properties['max_lines'] : null,
      },
    ]),
  );
}

/** Uses real paths, so that a link cannot lead out of the workspace. */
function placeOf({ workspace: { root: given } }: OperationContext, asked: string) {
  const workspace = fs.realpathSync(given);
  let root: string;
  try {
    root = fs.realpathSync(path.resolve(given, asked));
  } catch {
    throw notFound(
      'There is no file or folder at this path.',
      'Give a path inside the workspace, such as `.` or `docs`.',
    );
  }
  const relative = path.relative(workspace, root);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    throw invalidRequest(
      'The path is outside the workspace.',
      'Run the command in the workspace that the files belong to.',
    );
  return { workspace, root, prefix: relative.split(path.sep).join('/') };
}

function isBelow(name: string, prefix: string): boolean {
  return prefix === '' || name === prefix || name.startsWith(`${prefix}/`);
}

function hash(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
