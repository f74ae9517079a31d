/**
 * `projections/binding.json`: which installation made the projection, and which logs were foreign to it then. A
 * projection that came with a repository, or that shows a log as fact which is foreign now, is deleted and rebuilt.
 */
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { attempt, permissionDenied, replaceFile } from '@hookloom/core';
import { ensureOwnedDirectory } from '../files/owned-file.ts';
import { examineLog } from './examine-log.ts';
import { hmac, installationKey } from './key.ts';
import { linksIn, listSessions } from './log-directory.ts';

/** Names of the sessions whose logs are foreign, sorted. */
export function foreignSessions(dir: string): string[] {
  return listSessions(dir).filter((session) => examineLog(dir, session).ownership === 'foreign');
}

/**
 * Makes the folder of the projection safe to use: never through a link, and without a projection of another
 * installation. Throws `permission_denied` for a link.
 */
export function bindProjection(dir: string, foreign: readonly string[]): void {
  const folder = `${dir}/projections`;
  refuseLinks(dir);
  ensureOwnedDirectory(folder);
  const key = installationKey({ make: true });
  if (key === null) return;
  const bound = textOf(foreign, key);
  const file = `${folder}/binding.json`;
  if (readText(file) === bound) return;
  // The main file last, so that it is never combined with changes of another one.
  for (const suffix of ['-wal', '-shm', ''])
    rmSync(`${folder}/memory.sqlite${suffix}`, { force: true });
  replaceFile(file, bound, 'must exist');
}

/** Throws `permission_denied` if a name that the projection uses is a link. */
function refuseLinks(dir: string): void {
  const links = linksIn(dir).filter((name) => name === '.' || name.startsWith('projections'));
  if (links.length === 0) return;
  throw permissionDenied(
    `${dir}/${links[0]} is a symbolic link; the memory is not read or written through it.`,
    'Remove the link and try again.',
  );
}

function textOf(foreign: readonly string[], key: Buffer): string {
  const names = JSON.stringify([...foreign].sort());
  const seal = hmac(`hookloom projection 1\n${names}`, key);
  return `{"v":1,"foreign":${names},"seal":"${seal}"}\n`;
}

function readText(file: string): string | null {
  return attempt(() => (lstatSync(file).isFile() ? readFileSync(file, 'utf8') : null));
}
