/**
 * Finds hook files and reviewed scripts that changed since the last event of any session, whatever changed them.
 * Reports a change once. While nothing changes, this costs one stat call per file.
 */
import fs from 'node:fs';
import path from 'node:path';
import { contentDigest } from '@hookloom/core/hook';
import { attempt, isJsonObject, quietly, replaceFile } from '@hookloom/core';
import { watchedPart } from './watched-part.ts';
import type { RecordState } from '../review/review-record.ts';
import type { Reviews } from '../review/reviews.ts';
import { configFiles, type SourceRequest } from '../sources.ts';

export interface Watched {
  path: string;
  /** Whether it is a hook file or a client's settings, where only the parts about hooks count. */
  isSettings: boolean;
}

export interface Change {
  path: string;
  how: 'changed' | 'removed' | 'new' | 'mode';
  /** Whether it contained our own entry and no longer does. */
  lostUs: boolean;
}

/** `size:mtimeMs:ino:mode`, the digest of the relevant part, whether it calls us. Null if the file does not exist. */
type Known = [stamp: string, digest: string, ours: boolean] | null;

/** SHA-256 of `{}`: settings without hooks count as none. */
const EMPTY_PART = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
/** For a larger script only the stamp counts. */
const MAX_BYTES = 16 * 1024 * 1024;

export function watchFile(stateDir: string, projectDir: string): string {
  return `${stateDir}/watched/${contentDigest(projectDir)}.json`;
}

/** Changes since the last call for this project. The first call and newly watched files report nothing. */
export function takeChanges(
  stateDir: string,
  projectDir: string,
  watched: readonly Watched[],
): Change[] {
  const file = watchFile(stateDir, projectDir);
  const before = readKnown(file);
  const changes: Change[] = [];
  const after: Record<string, Known> = {};
  let isSame = before !== null;
  for (const { path: name, isSettings } of watched) {
    if (name in after) continue;
    const known = before?.[name];
    const now = knownOf(name, isSettings, known ?? null);
    const calledUs = known?.[2] === true;
    // Remembers that a file has called us, so that removing our entry is still refused.
    after[name] = now === null || !calledUs ? now : [now[0], now[1], true];
    isSame &&= JSON.stringify(after[name]) === JSON.stringify(known);
    if (before === null || known === undefined) continue;
    const how = difference(known, now);
    if (how !== null) changes.push({ path: name, how, lostUs: calledUs && now?.[2] !== true });
  }
  if (!isSame) writeKnown(file, after);
  return changes;
}

/** Whether a settings file contained our entry at the last event. */
export function calledUsBefore(stateDir: string, projectDir: string, name: string): boolean {
  return readKnown(watchFile(stateDir, projectDir))?.[name]?.[2] === true;
}

/**
 * Does not report settings that we edit ourselves. An earlier change by another program is still reported, together
 * with ours.
 */
export function editOwn(
  { stateDir, projectDir }: { stateDir: string; projectDir: string },
  names: readonly string[],
  edit: () => void,
): void {
  const before = readKnown(watchFile(stateDir, projectDir));
  const untouched = names.filter((name) => {
    const known = before?.[name];
    return known !== undefined && difference(known, knownOf(name, true, known)) === null;
  });
  edit();
  const files = readKnown(watchFile(stateDir, projectDir));
  if (files === null) return;
  for (const name of untouched) files[name] = knownOf(name, true, null);
  if (untouched.length > 0) writeKnown(watchFile(stateDir, projectDir), files);
}

/** After a review, everything is as the reviewer wants it. */
export function forgetWatched(stateDir: string, projectDir: string): void {
  fs.rmSync(watchFile(stateDir, projectDir), { force: true });
}

function difference(before: Known, now: Known): Change['how'] | null {
  if (before === null) return now === null || now[1] === EMPTY_PART ? null : 'new';
  if (now === null) return before[1] === EMPTY_PART ? null : 'removed';
  if (before[1] !== now[1]) return 'changed';
  return modeOf(before[0]) === modeOf(now[0]) ? null : 'mode';
}

function knownOf(name: string, isSettings: boolean, before: Known): Known {
  try {
    const stats = fs.statSync(name, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const mode = isSettings ? '' : `:${(stats.mode & 0o111).toString(8)}`;
    const stamp = `${stats.size}:${stats.mtimeMs}:${stats.ino}${mode}`;
    if (before !== null && before[0] === stamp) return before;
    if (!stats.isFile() || stats.size > MAX_BYTES) return [stamp, stamp, false];
    const { digest, ours } = watchedPart(name, fs.readFileSync(name), isSettings);
    return [stamp, digest, ours];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : [code, code, false];
  }
}

function modeOf(stamp: string): string {
  return stamp.split(':')[3] ?? '';
}

function readKnown(file: string): Record<string, Known> | null {
  return attempt(() => {
    const { v, files } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      v: number;
      files: Record<string, Known>;
    };
    return v === 1 && isJsonObject(files) ? files : null;
  });
}

function writeKnown(file: string, files: Record<string, Known>): void {
  // If it fails, the next event reports it again.
  quietly(() => replaceFile(file, JSON.stringify({ v: 1, files })));
}

/** Settings of further clients with our entry. */
const ENTRIES = ['.cursor/hooks.json', '.github/hooks/hookloom.json'];

/**
 * Everything that decides which hooks run, and the files that reviewed hooks execute.
 *
 * @param reviews Null: nothing is on record.
 */
export function watchList(
  request: SourceRequest,
  reviews: Pick<Reviews, 'record'> | null,
): Watched[] {
  const settings = [
    ...configFiles(request).map((file) => file.path),
    ...(request.isOutside === true ? [] : ENTRIES).map((name) =>
      path.join(request.projectDir, name),
    ),
  ];
  const scripts =
    reviews === null
      ? []
      : (['user', 'project'] as const).flatMap((scope) => filesOf(reviews.record(scope)));
  return [
    ...[...new Set(settings)].map((file) => ({ path: file, isSettings: true })),
    ...[...new Set(scripts)].map((file) => ({ path: file, isSettings: false })),
  ];
}

function filesOf(state: RecordState): string[] {
  if (state.kind !== 'valid') return [];
  return state.record.entries.flatMap((entry) =>
    // `/p/package.json#lint` is a task in a file.
    entry.kind === 'hook' ? entry.files.map((file) => file.path.replace(/#[^#/\\]*$/, '')) : [],
  );
}
