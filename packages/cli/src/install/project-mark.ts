/** Enables and disables a project for the hooks and servers in the user's own settings. */
import fs from 'node:fs';
import path from 'node:path';
import { enabledMark, findProject, readProjectFile, type Workspace } from '@hookloom/core/settings';
import type { Connectable } from '@hookloom/hooks/clients';
import { privateStateDir } from '@hookloom/hooks';
import { writePrivateFile } from '@hookloom/worker';
import { isFoundByFolder } from './mcp-servers/our-server.ts';
import { isConnected, readManifest } from './manifest.ts';
import { readSettings } from './settings-file.ts';
import type { Injection } from './with-injection.ts';

type Environment = Record<string, string | undefined>;

export interface MarkRequest {
  workspace: Workspace;
  clients: readonly Connectable[];
  injection: Injection;
  env: Environment;
}

/** @returns Whether the mark already grants this, or more */
export function isEnabled(request: MarkRequest): boolean {
  const { workspace, env } = request;
  const there = readProjectFile(workspace.eventloomDir) === null ? null : markText(workspace, env);
  const lines = there?.split('\n') ?? [];
  return linesOf(request).every((line) => lines.includes(line));
}

/** Whether this folder's project was enabled, or has its own connected settings. */
export function isConnectedHere(cwd: string, env: Environment): boolean {
  const root = findProject(cwd, env['HOME'] ?? env['USERPROFILE']);
  if (root === null) return false;
  const dir = path.join(root, '.eventloom');
  return fs.existsSync(enabledMark(dir, env)) || isConnected(readManifest(dir));
}

/** Does nothing until the project has an id, which its first event creates. */
export function enableProject(request: MarkRequest): void {
  const { workspace, clients, env } = request;
  const { eventloomDir } = workspace;
  if (clients.length === 0 || isEnabled(request) || readProjectFile(eventloomDir) === null) return;
  const kept = (markText(workspace, env)?.split('\n') ?? []).filter(
    (line) => line !== '' && !clients.some((client) => line.startsWith(`${call(client)} `)),
  );
  privateStateDir(env);
  const file = enabledMark(eventloomDir, env);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, `${[...kept, ...linesOf(request)].join('\n')}\n`);
}

/** @returns False if it was not enabled */
export function disableProject(
  eventloomDir: string,
  env: Environment,
  clients: readonly string[] | undefined,
): boolean {
  const file = enabledMark(eventloomDir, env);
  const text = readSettings(file);
  if (text === null || readProjectFile(eventloomDir) === null) return false;
  const kept = text.split('\n').filter((line) => line !== '' && !isOf(line, clients));
  if (kept.length === 0) fs.rmSync(file);
  else writePrivateFile(file, `${kept.join('\n')}\n`);
  return true;
}

function isOf(line: string, clients: readonly string[] | undefined): boolean {
  return clients === undefined || clients.some((client) => line.startsWith(`${call(client)} `));
}

function markText({ eventloomDir }: Workspace, env: Environment): string | null {
  return readSettings(enabledMark(eventloomDir, env));
}

function call(client: string): string {
  return `hookloom-hook hook ${client}`;
}

function linesOf({ workspace, clients, injection }: MarkRequest): string[] {
  const session = isFoundByFolder(workspace) ? '' : ` --session-id ${workspace.session}`;
  const moments = {
    off: '',
    session: ' --inject=session',
    prompt: ' --inject=session --inject=prompt',
  };
  return clients.map((client) => `${call(client)}${session}${moments[injection]} "`);
}
