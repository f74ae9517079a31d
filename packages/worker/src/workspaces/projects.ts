/** Projects in the registry: readable names, merging two projects, moving a folder to another project. */
import { randomBytes } from 'node:crypto';
import { conflict, invalidRequest, notFound } from '@hookloom/core';
import { redactText, stripPrivate } from '@hookloom/core/redact';
import type { Registry, RegistryEntry } from './registry.ts';
import type { Project } from './workspaces.ts';

const MAX_ALIAS = 100;

export function newProjectId(): string {
  return `project-${randomBytes(8).toString('hex')}`;
}

/** The project that one was merged into, or itself. */
export function currentProject(registry: Registry, id: string): string {
  let at = id;
  for (let steps = 0; steps < 100; steps++) {
    const into = registry.merged[at];
    if (into === undefined) break;
    at = into;
  }
  return at;
}

export function projectOf(registry: Registry, entry: RegistryEntry): Project {
  const id = currentProject(registry, entry.project);
  return registry.projects.find((project) => project.id === id) ?? { id, alias: entry.domain };
}

/** By id or alias. */
export function findProject(registry: Registry, name: string): Project | null {
  const byId = currentProject(registry, name);
  const called = readable(name, '');
  return (
    registry.projects.find(({ id }) => id === byId) ??
    registry.projects.find(({ alias }) => alias === name || (called !== '' && alias === called)) ??
    null
  );
}

/** Registers a project under a unique name, so that two folders of one name stay two projects. */
export function addProject(registry: Registry, id: string, wanted: string): Project {
  const there = registry.projects.find((project) => project.id === id);
  if (there !== undefined) return there;
  const name = readable(wanted);
  const taken = (alias: string): boolean =>
    registry.projects.some((project) => project.alias === alias || project.id === alias);
  let alias = name;
  for (let number = 2; taken(alias); number++) alias = `${name}-${number}`;
  const project = { id, alias };
  registry.projects.push(project);
  return project;
}

export function renameProject(registry: Registry, name: string, alias: string): Project {
  const project = known(registry, name);
  const wanted = readable(alias);
  if (wanted !== alias.trim())
    throw invalidRequest(
      'The name contains unprintable characters.',
      'Use up to 100 printable characters.',
    );
  const other = findProject(registry, wanted);
  if (other !== null && other.id !== project.id)
    throw conflict(
      `Another project is called ${wanted}.`,
      'Choose another name, or merge the two.',
    );
  project.alias = wanted;
  return project;
}

/** All workspaces of the first, and those found later, belong to the second. */
export function mergeProjects(registry: Registry, from: string, into: string): Project {
  const [old, kept] = [known(registry, from), known(registry, into)];
  if (old.id === kept.id)
    throw invalidRequest('They are already one project.', 'Name two different projects.');
  registry.merged[old.id] = kept.id;
  registry.projects = registry.projects.filter(({ id }) => id !== old.id);
  return kept;
}

/** Moves one workspace to another project. A new name creates a project. */
export function moveWorkspace(registry: Registry, entry: RegistryEntry, to: string): Project {
  const target = findProject(registry, to) ?? addProject(registry, newProjectId(), to);
  entry.project = target.id;
  return target;
}

function known(registry: Registry, name: string): Project {
  const project = findProject(registry, name);
  if (project !== null) return project;
  throw notFound(`No project is called ${readable(name)}.`, 'Run `hookloom projects list`.');
}

/** Names come from callers and appear in our files and answers, so they are masked. */
function readable(text: string, otherwise = 'workspace'): string {
  const clean = redactText(stripPrivate(text).text)
    .text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_ALIAS);
  return clean === '' ? otherwise : clean;
}
