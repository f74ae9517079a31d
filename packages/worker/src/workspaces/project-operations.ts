/** Lists, renames, merges and moves projects. A running worker sees the result with its next request. */
import path from 'node:path';
import { notFound } from '@hookloom/core';
import { findProject, readProjectFile } from '@hookloom/core/settings';
import { isOwnLog, realFolder, withParents } from './locate.ts';
import { mergeProjects, moveWorkspace, projectOf, renameProject } from './projects.ts';
import { createRegister } from './register.ts';
import { openRegistry } from './registry.ts';
import type { Project } from './workspaces.ts';

export interface ListedProject extends Project {
  /** In the order they were first seen. `is_there`: the folder still has its log. */
  workspaces: { slot: number; folder: string; log: string; is_there: boolean }[];
}

/** By alias. If the project of `folder` was moved, its new location is listed. */
export async function listProjects(
  { stateDir, env }: { stateDir: string; env: Record<string, string | undefined> },
  folder: string,
): Promise<ListedProject[]> {
  const registry = openRegistry(stateDir);
  const root = findProject(folder, env['HOME']);
  const id = root === null ? undefined : readProjectFile(path.join(root, '.eventloom'))?.id;
  const isMoved = registry.read().workspaces.some(({ file, dir }) => file === id && !isOwnLog(dir));
  if (isMoved) await createRegister(registry, { stateDir, env }).ensure(folder);
  const now = registry.read();
  const listed = new Map<string, ListedProject>();
  for (const entry of now.workspaces) {
    const project = projectOf(now, entry);
    const one = listed.get(project.id) ?? { ...project, workspaces: [] };
    one.workspaces.push({
      slot: entry.slot,
      folder: entry.root,
      log: entry.dir,
      is_there: isOwnLog(entry.dir),
    });
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
  const places = withParents(realFolder(folder));
  return openRegistry(stateDir).change((now) => {
    const entry = places
      .map((place) => now.workspaces.find(({ root }) => root === place))
      .find((found) => found !== undefined);
    if (entry === undefined)
      throw notFound(
        'This folder is in no workspace that the worker has seen.',
        'Run `hookloom projects list`.',
      );
    return { ...moveWorkspace(now, entry, project) };
  });
}
