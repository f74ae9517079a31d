/** Every folder with logs that this installation has written, whether a worker has served it or not. */
import fs from 'node:fs';
import path from 'node:path';
import { readProjectFile } from '@hookloom/core/settings';
import { listSessions } from '@hookloom/log';
import { projectOf } from '../workspaces/projects.ts';
import { openRegistry } from '../workspaces/registry.ts';
import type { ProjectPlace } from './write-backup.ts';
import { attempt, namesIn } from '@hookloom/core';

/** Sorted by folder. */
export function knownPlaces(stateDir: string): ProjectPlace[] {
  const places = new Map<string, ProjectPlace>();
  const registry = openRegistry(stateDir).read();
  for (const entry of registry.workspaces) {
    const { dir, root } = entry;
    places.set(dir, { dir, root, name: projectOf(registry, entry).alias });
  }
  for (const { dir } of marks(stateDir)) {
    if (places.has(dir)) continue;
    const root = path.dirname(dir);
    places.set(dir, { dir, root, name: readProjectFile(dir)?.name ?? path.basename(root) });
  }
  return [...places.values()]
    .filter(({ dir }) => listSessions(dir).length > 0)
    .toSorted((a, b) => (a.root < b.root ? -1 : 1));
}

/** The folders whose logs are neither there any more nor known elsewhere. They were deleted, or moved and not used since. */
export function lostFolders(stateDir: string): string[] {
  const all = marks(stateDir).map((mark) => ({ ...mark, isThere: fs.existsSync(mark.dir) }));
  const there = new Set(all.filter(({ isThere }) => isThere).map(({ genesis }) => genesis));
  const lost = all.filter(({ isThere, genesis }) => !isThere && !there.has(genesis));
  return [...new Set(lost.map(({ dir }) => path.dirname(dir)))].toSorted();
}

/** The folder and the first hash of every log that this installation has written. */
function marks(stateDir: string): { dir: string; genesis: unknown }[] {
  const logs = path.join(stateDir, 'logs');
  const files = namesIn(logs).flatMap((folder) =>
    namesIn(path.join(logs, folder)).map((name) => path.join(logs, folder, name)),
  );
  return files.flatMap((file) => {
    const mark = attempt(() => JSON.parse(fs.readFileSync(file, 'utf8')));
    return path.basename(String(mark?.dir)) === '.eventloom' ? [mark] : [];
  });
}
