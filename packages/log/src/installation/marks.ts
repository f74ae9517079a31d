/** The marks of one log by its first event: a log that was moved, restored or copied is found again. */
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';
import { markPathOf, readMark, writeMark, type Mark } from '../files/high-water.ts';
import { realPath, weakRandomHex } from '@hookloom/core';

const MAX_COPIES = 64;

function folderOf(genesis: string): string {
  const digest = genesis.replace(/^sha256:/, '').slice(0, 32);
  return `${stateDirPath(process.env)}/logs/by-genesis/${digest}`;
}

/** The file name identifies the mark: digest of the directory, then the session. @param dir Real path. */
function nameOf(dir: string, session: string): string {
  return `${contentDigest(dir)}.${session}`;
}

export function noteCopy(genesis: string, dir: string, session: string): void {
  const folder = folderOf(genesis);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${folder}/${nameOf(dir, session)}`, '', { mode: 0o600 });
}

/** Every mark of this log except the one at this location. @param place `dir` is a real path. */
export function copiesOf(genesis: string, place: { dir: string; session: string }): Mark[] {
  const folder = folderOf(genesis);
  let names: string[];
  try {
    names = readdirSync(folder).sort().slice(0, MAX_COPIES);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, digest, session] = /^([0-9a-f]{32})\.(.+)$/.exec(name) ?? [];
    if (digest === undefined) return [];
    const file = `${stateDirPath(process.env)}/logs/${digest}/${session}.json`;
    const mark = trueMark(readMark(file));
    if (mark === null) return [];
    if (mark.dir === place.dir && mark.session === place.session) return [];
    return mark.genesis === genesis ? [mark] : [];
  });
}

export function forgetCopy(genesis: string, dir: string, session: string): void {
  rmSync(`${folderOf(genesis)}/${nameOf(dir, session)}`, { force: true });
}

/** A broken log has a mark of its own, with this in front of the hash: a log never ends with such an event. */
export const BROKEN = 'broken:';

export function trueMark(mark: Mark | null): Mark | null {
  if (mark?.hash.startsWith(BROKEN) !== true) return mark;
  return { ...mark, hash: mark.hash.slice(BROKEN.length) };
}

/** The real path of a directory, even if it no longer exists: marks are stored under it. */
export function realDirectory(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    const end = dir.lastIndexOf('/');
    return realPath(dir.slice(0, end) || '/') + dir.slice(end);
  }
}

/** Replaces the file in one step. */
export function saveMark(mark: Mark): void {
  const file = markPathOf(mark.dir, mark.session);
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${weakRandomHex()}.tmp`;
  try {
    writeFileSync(temporary, '', { mode: 0o600, flag: 'wx' });
    writeMark(temporary, mark);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
