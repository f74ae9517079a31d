/** Complete processes of the hook command, with hooks of the user. */
import fs from 'node:fs';
import path from 'node:path';
import type { ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  runHook,
  type HookInput,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';

export interface Fixture {
  name: string;
  nativeEvent?: string;
  payload: JsonObject;
}

export let workspace: Workspace;
export let home: string;

/** Each test of the file has a separate workspace and home directory. */
export function withUserHooks(): void {
  beforeEach(() => {
    workspace = createWorkspace();
    home = path.join(path.dirname(workspace.root), 'home');
    fs.mkdirSync(home);
  });
  afterEach(() => workspace.remove());
}

// So that a busy machine sends nothing to the inbox.
export const PATIENT = { HOOKLOOM_HOOK_DEADLINE_MS: '10000' };

export const BASH: JsonObject = {
  session_id: 's',
  turn_id: 't',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

export function fixturesOf(client: ClientName): Fixture[] {
  const dir = path.resolve('packages/hooks/src/clients', client, 'fixtures');
  return fs
    .readdirSync(dir)
    .flatMap((file) => fs.readFileSync(path.join(dir, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Fixture);
}

export function userHooks(toml: string): string {
  const file = path.join(home, '.hookloom/hooks.toml');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, toml);
  return file;
}

/** A program for a hook's command. */
export function script(name: string, lines: string): string {
  const file = path.join(home, name);
  fs.writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

export function deliver(client: ClientName, fixture: Fixture, more: Partial<HookInput> = {}) {
  const { payload, nativeEvent } = fixture;
  return runHook({
    args: ['hook', client, ...(nativeEvent === undefined ? [] : [nativeEvent])],
    cwd: workspace.root,
    stdin: JSON.stringify(payload),
    ...more,
    env: { HOME: home, ...PATIENT, ...more.env },
  });
}

let calls = 0;

/** A tool call under Codex that was not reported before. */
export function call(payload: JsonObject = {}, more: Partial<HookInput> = {}): Promise<HookRun> {
  const whole = { ...BASH, tool_use_id: `call_${calls++}`, ...payload };
  return deliver('codex', { name: 'call', payload: whole }, more);
}

export function completed() {
  return eventsOf(workspace.dir).filter(({ type }) => type === 'hook.run.completed');
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => void setTimeout(resolve, 20));
}
