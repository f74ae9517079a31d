/** The operations on projects: list, rename, merge, move. A running worker sees the result with its next request. */
import { HookloomError } from '@hookloom/core';
import { upwards, realFolder } from './locate.ts';
import { mergeProjects, moveWorkspace, projectOf, renameProject } from './projects.ts';
import { openRegistry } from './registry.ts';
import type { Project } from './workspaces.ts';

export interface ListedProject extends Project {
  /** In the order they were first seen. */
  workspaces: { slot: number; folder: string; log: string }[];
}

/** By alias. */
export function listProjects(stateDir: string): ListedProject[] {
  const now = openRegistry(stateDir).read();
  const listed = new Map<string, ListedProject>();
  for (const entry of now.workspaces) {
    const project = projectOf(now, entry);
    const one = listed.get(project.id) ?? { ...project, workspaces: [] };
    one.workspaces.push({ slot: entry.slot, folder: entry.root, log: entry.dir });
    listed.set(project.id, one);
  }
  return [...listed.values()].toSorted((one, other) => (one.alias < other.alias ? -1 : 1));
}

export function rename(stateDir: string, project: string, alias: string): Project {
  return openRegistry(stateDir).change((now) => ({ ...renameProject(now, project, alias) }));
}

export function merge(stateDir: string, from: string, into: string): Project {
  return openRegistry(stateDir).change((now) => ({ ...mergeProjects(now, from, into) }));
}

export function move(stateDir: string, folder: string, project: string): Project {
  const places = upwards(realFolder(folder));
  return openRegistry(stateDir).change((now) => {
    const entry = places
      .map((place) => now.workspaces.find(({ root }) => root === place))
      .find((found) => found !== undefined);
    if (entry === undefined)
      throw new HookloomError(
        'not_found',
        'This folder is in no workspace that the worker has seen.',
        'Run `hookloom projects list`.',
      );
    return { ...moveWorkspace(now, entry, project) };
  });
}
