/**
 * Recognises a clone of an enabled project by its remote together with its first commits. A fork has another remote, a
 * repository made from a template has other first commits, so neither ever joins.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  newProjectFile,
  readProjectFile,
  replaceProjectFile,
  stateDirPath,
  type ProjectFile,
} from '@hookloom/core/settings';
import { attempt, slug } from '@hookloom/core';
import { ensureLogDirectory } from '@hookloom/log/append';
import { writePrivateFile } from '../private-file.ts';
import { realFolder, repositoryOf } from './locate.ts';
import { identityOf, repositoryFacts, type RepositoryFacts } from './project-identity.ts';

type Environment = Record<string, string | undefined>;

/** Stores the facts in the project's own file. Does nothing outside git. */
export async function describeRepository(
  eventloomDir: string,
  root: string,
  env: Environment,
): Promise<RepositoryFacts | null> {
  const repository = repositoryOf(root);
  const project = readProjectFile(eventloomDir);
  if (repository === null || project === null) return null;
  const facts = await repositoryFacts(repository.commonDir, env);
  if (facts !== null) write(eventloomDir, project, facts);
  return facts;
}

/** From now on clones of this project are enabled too. */
export function listForClones(eventloomDir: string, facts: RepositoryFacts, env: Environment) {
  const project = readProjectFile(eventloomDir);
  if (project === null) return;
  const line = `${identityOf(facts)} ${project.id}`;
  for (const name of namesOf(facts)) {
    const lines = linesOf(name, env);
    if (!lines.includes(line)) writeLines(name, [...lines.filter(isEntry), line], env);
  }
}

/** @returns The id of the project that this folder now belongs to; null if it is not such a clone */
export async function joinClone(folder: string, env: Environment): Promise<string | null> {
  const root = realFolder(folder);
  const repository = repositoryOf(root);
  const dir = path.join(root, '.eventloom');
  if (repository?.main !== root || fs.existsSync(dir)) return null;
  const facts = await repositoryFacts(repository.commonDir, env);
  if (facts === null) return null;
  const names = namesOf(facts);
  const identity = identityOf(facts);
  const found = names
    .flatMap((name) => linesOf(name, env))
    .map((line) => line.split(' '))
    .find(([of, id]) => of === identity && isEnabled(id!, env));
  if (found === undefined) {
    // The launcher does not ask again.
    for (const name of names) {
      const lines = linesOf(name, env);
      if (lines.length > 0) writeLines(name, [...lines, `not ${root}`], env);
    }
    return null;
  }
  const name = path.basename(root);
  const made = newProjectFile(`${slug(name)}-default`, { name, now: new Date().toISOString() });
  ensureLogDirectory(dir);
  write(dir, { ...made, id: found[1]! }, facts);
  return found[1]!;
}

function write(dir: string, project: ProjectFile, { address, roots }: RepositoryFacts): void {
  const whole = { ...project, repository: { remote: address, roots } };
  replaceProjectFile(dir, whole);
}

function isEnabled(id: string, env: Environment): boolean {
  return /^project-[0-9a-f]{16}$/.test(id) && fs.existsSync(`${stateDirPath(env)}/enabled/${id}`);
}

const isEntry = (line: string): boolean => !line.startsWith('not ');

/** The last part of the remote, as written and normalised. */
function namesOf({ url, address }: RepositoryFacts): string[] {
  const raw = url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
  const names = [raw, address].map((text) =>
    text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1),
  );
  return [...new Set(names)].filter((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name));
}

function fileOf(name: string, env: Environment): string {
  return `${stateDirPath(env)}/clones/${name}`;
}

function linesOf(name: string, env: Environment): string[] {
  return attempt(
    () =>
      fs
        .readFileSync(fileOf(name, env), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    [],
  );
}

function writeLines(name: string, lines: readonly string[], env: Environment): void {
  const file = fileOf(name, env);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, `${lines.join('\n')}\n`);
}
