/** Every folder with logs that this installation has written, whether a worker has served it or not. */
import fs from 'node:fs';
import path from 'node:path';
import { readProjectFile } from '@hookloom/core/settings';
import { listSessions } from '@hookloom/log';
import { projectOf } from '../workspaces/projects.ts';
import { openRegistry } from '../workspaces/registry.ts';
import type { ProjectPlace } from './write-backup.ts';
import { namesIn } from '@hookloom/core';

/** Sorted by folder. */
export function knownPlaces(stateDir: string): ProjectPlace[] {
  const places = new Map<string, ProjectPlace>();
  const registry = openRegistry(stateDir).read();
  for (const entry of registry.workspaces) {
    const { dir, root } = entry;
    places.set(dir, { dir, root, name: projectOf(registry, entry).alias });
  }
  for (const dir of markedDirectories(stateDir)) {
    if (places.has(dir)) continue;
    const root = path.dirname(dir);
    places.set(dir, { dir, root, name: readProjectFile(dir)?.name ?? path.basename(root) });
  }
  return [...places.values()]
    .filter(({ dir }) => listSessions(dir).length > 0)
    .toSorted((a, b) => (a.root < b.root ? -1 : 1));
}

function markedDirectories(stateDir: string): string[] {
  const logs = path.join(stateDir, 'logs');
  return namesIn(logs).flatMap((folder) => {
    const mark = namesIn(path.join(logs, folder)).find((name) => name.endsWith('.json'));
    if (mark === undefined) return [];
    try {
      const { dir } = JSON.parse(fs.readFileSync(path.join(logs, folder, mark), 'utf8'));
      return typeof dir === 'string' && path.basename(dir) === '.eventloom' ? [dir] : [];
    } catch {
      return [];
    }
  });
}
