/** Drives the built hook file as a client does: a process, a payload on standard input, an exit. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';

export const HOOK_FILE = path.resolve('packages/cli/dist/hook.cjs');
/** A hook that has not ended by then hangs. */
const HANGS_MS = 20_000;

export interface HookRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface HookInput {
  args: string[];
  cwd: string;
  /** Absent: standard input is empty. `open`: written, but never closed. */
  stdin?: string | Buffer | { open: string };
  env?: Record<string, string>;
  /** Options of Node itself, before the file. */
  nodeArgs?: string[];
  /** Instead of the built one. */
  hookFile?: string;
}

export function runHook(input: HookInput): Promise<HookRun> {
  const { args, cwd, stdin, env, nodeArgs = [], hookFile = HOOK_FILE } = input;
  const child = spawn(process.execPath, [...nodeArgs, hookFile, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, HOOKLOOM_WORKER_AUTOSTART: 'false', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  // A hook that stops reading closes the pipe.
  child.stdin.on('error', () => {});
  if (typeof stdin === 'object' && 'open' in stdin) child.stdin.write(stdin.open);
  else child.stdin.end(stdin ?? '');
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** The required result of every hook without an answer. */
export const SILENT: HookRun = { code: 0, stdout: '', stderr: '' };

export interface Workspace {
  root: string;
  /** `.eventloom` */
  dir: string;
  remove(): void;
}

/** An empty project whose default session is `shop-default`. */
export function createWorkspace(): Workspace {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-hook-'));
  const root = path.join(base, 'shop');
  const dir = path.join(root, '.eventloom');
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    root,
    dir,
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}

export interface LoggedEvent {
  id: string;
  type: string;
  actorId: string;
  causedBy: string[];
  timestamp: string;
  payload: Record<string, unknown>;
  integrity: { seq: number; hash: string; previousHash: string | null };
}

export function eventsOf(dir: string, session = 'shop-default'): LoggedEvent[] {
  const file = path.join(dir, `${session}.jsonl`);
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LoggedEvent);
}

/** Without fields that the write path adds and without reminders. */
export function workOf(
  dir: string,
  session?: string,
): { type: string; payload: Record<string, unknown> }[] {
  return eventsOf(dir, session)
    .filter(({ type }) => type !== 'memory.reminder.suggested')
    .map(({ type, payload }) => ({
      type,
      payload: Object.fromEntries(Object.entries(payload).filter(([key]) => !key.startsWith('__'))),
    }));
}

/** The content of every file below a directory. */
export function everythingIn(dir: string): string {
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `${entry.name}\n${fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1')}`,
    )
    .join('\n');
}

/** Recorded payloads of Claude Code by name. */
export function recordedPayloads(): { name: string; payload: JsonObject }[] {
  const file = path.resolve('packages/hooks/src/clients/claude-code/fixtures/recorded.jsonl');
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { name: string; payload: JsonObject });
}

export function recorded(name: string): JsonObject {
  const found = recordedPayloads().find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no recorded payload ${name}`);
  return found.payload;
}
