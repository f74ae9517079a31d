/** Fires a client's payload through hooks that a test writes, with real processes, in a temporary home and project. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ClientName, HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { CLIENTS } from '../src/clients/index.ts';
import type { DispatchRequest } from '../src/engine/dispatch-request.ts';
import { dispatch } from '../src/dispatch/dispatch.ts';
import type { Dispatched } from '../src/engine/dispatched.ts';

export interface Playground {
  home: string;
  project: string;
  state: string;
  /** Writes a file below the project (or `~/…` below the home) and makes scripts executable. */
  write(file: string, text: string): string;
  read(file: string): string | null;
  fire(client: ClientName, payload: JsonObject, parts?: Partial<DispatchRequest>): Promise<Fired>;
  remove(): void;
}

export interface Fired extends Dispatched {
  event: HookEvent;
  /** What the real client would honour of the answer. */
  honoured: HookResponse;
}

export function createPlayground(): Playground {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-try-')));
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  const state = path.join(base, 'state');
  for (const dir of [home, project, state]) fs.mkdirSync(dir, { mode: 0o700 });
  const place = (file: string): string =>
    file.startsWith('~/') ? path.join(home, file.slice(2)) : path.join(project, file);
  return {
    home,
    project,
    state,
    write(file, text) {
      const target = place(file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, text, { mode: text.startsWith('#!') ? 0o755 : 0o600 });
      return target;
    },
    read(file) {
      const target = place(file);
      return fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : null;
    },
    async fire(name, payload, parts = {}) {
      const client = CLIENTS[name];
      const whole = { session_id: 's1', cwd: project, ...payload };
      const raw = JSON.stringify(whole);
      const event = client.parse(whole, { nowMs: Date.now(), raw });
      const result = await dispatch({
        client,
        event,
        projectDir: project,
        env: { PATH: process.env['PATH'], HOME: home, HOOKLOOM_STATE_DIR: state },
        home,
        stateDir: state,
        managed: null,
        trustProject: true,
        detach: null,
        ...parts,
      });
      return { ...result, event, honoured: client.enforce(result.rendered, event) };
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}

/** A shell command about to run, as each client reports it. */
export function shellCall(client: ClientName, command: string): JsonObject {
  switch (client) {
    case 'gemini':
      return {
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: { command },
      };
    case 'cursor':
      return {
        hook_event_name: 'preToolUse',
        conversation_id: 's1',
        tool_name: 'Shell',
        tool_input: { command },
      };
    case 'copilot':
      return { hook_event_name: 'PreToolUse', tool_name: 'bash', tool_input: { command } };
    default:
      return {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: 't1',
      };
  }
}

/** One hook of the toml language that runs this shell text. */
export function tomlHook(event: string, command: string, more = ''): string {
  return `[[hooks.${event}]]\ncommand = ${JSON.stringify(command)}\n${more}\n`;
}
