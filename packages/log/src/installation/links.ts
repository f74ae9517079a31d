/** Symbolic links in place of our files inside a log directory. Nothing is read or written through them. */
import { lstatSync, readdirSync } from 'node:fs';
import { attempt } from '@hookloom/core';

/** Folders of ours whose entries are also checked. */
const FOLDERS = ['archive', 'inbox', 'projections', 'runtime'];
const FILES = /\.(jsonl|head|seal|index|verified|lock)$/;

/**
 * Paths relative to `dir`, sorted; empty if there is no directory.
 *
 * @example linksIn('/home/dev/shop/.eventloom') // ['projections']
 */
export function linksIn(dir: string): string[] {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) return ['.'];
  const own = linkedNames(dir).filter((name) => FOLDERS.includes(name) || FILES.test(name));
  const below = FOLDERS.flatMap((folder) =>
    own.includes(folder) ? [] : linkedNames(`${dir}/${folder}`).map((name) => `${folder}/${name}`),
  );
  return [...own, ...below].sort();
}

function linkedNames(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isSymbolicLink())
        .map(({ name }) => name),
    [],
  );
}
