/** Several projects may have folders of one name. A client that sends only the name means the one it works in. */
import fs from 'node:fs';
import path from 'node:path';
import { findProject, projectOf } from './projects.ts';
import type { Registry, RegistryEntry } from './registry.ts';

/** Projects with this alias or folder name, last written first. */
export function namesakes(
  registry: Registry,
  entries: readonly RegistryEntry[],
  name: string,
): RegistryEntry[] {
  const project = findProject(registry, name);
  const isId = project?.id === name;
  return entries
    .filter((entry) => {
      const own = projectOf(registry, entry);
      return own.id === project?.id || (!isId && path.basename(entry.root) === name);
    })
    .map((entry) => ({ entry, usedAt: lastWrite(entry) }))
    .sort((a, b) => b.usedAt - a.usedAt || a.entry.slot - b.entry.slot)
    .map(({ entry }) => entry);
}

/** Milliseconds; 0 if there is no log yet. */
function lastWrite({ dir, session }: RegistryEntry): number {
  const file = path.join(dir, `${session}.jsonl`);
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
