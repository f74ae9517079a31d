/** Serves the routes for notes, which tests call like a client of the documented API. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach } from 'vitest';
import { oneWorkspace } from '../../../test/one-workspace.ts';
import { openRuntime } from '../../compose.ts';
import type { Runtime } from '../../runtime.ts';
import { startServer, type RunningServer } from '../server.ts';
import { noteRoutes } from './index.ts';

const TOKEN = 'test-token';

export let root: string;

export let runtime: Runtime;

export let server: RunningServer;

let minute: number;

/** Gives each test of the file its own memory and a server for it. */
export function withNoteServer(): void {
  beforeEach(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-note-routes-'));
    minute = 0;
    mkdirSync(path.join(root, 'shop'));
    ({ runtime, server } = await open('shop'));
  });
  afterEach(async () => {
    await server.close();
    await runtime.close();
    rmSync(root, { recursive: true, force: true });
  });
}

export async function open(name: string): Promise<{ runtime: Runtime; server: RunningServer }> {
  const workspace = resolveWorkspace({ cwd: path.join(root, name), env: { ZAXY_DOMAIN: name } });
  const opened = await openRuntime(workspace, { stateDir: path.join(root, 'state') });
  const stats = { version: '1.0.0', uptime: 1, activeSessions: 0, sseClients: 0, port: 1 };
  const routes = noteRoutes(oneWorkspace(opened), () => stats);
  const access = { token: TOKEN, requireToken: false };
  return { runtime: opened, server: await startServer({ routes, access, port: 0 }) };
}

interface Answer {
  status: number;
  json: any;
  text: string;
}

export async function call(
  method: string,
  route: string,
  body?: unknown,
  { token = true, type = 'application/json', to = server } = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${to.port}${route}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${TOKEN}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, text, json: isJson ? JSON.parse(text) : null };
}

export const get = (route: string) => call('GET', route);

export function event(type: string, payload: JsonObject, more: Partial<UnsealedEvent> = {}) {
  const timestamp = new Date(Date.UTC(2026, 10, 21, 10, minute++)).toISOString();
  const origin = { channel: 'tool', client: 'claude-code' } as const;
  return {
    type,
    actorId: 'a',
    payload: { session_id: 'c-1', ...payload },
    origin,
    timestamp,
    ...more,
  };
}

export const note = (title: string, more: JsonObject = {}) =>
  event('note.recorded', { type: 'change', title, made_by: 'rules', ...more });

export const record = (...events: UnsealedEvent[]) =>
  runtime.store.append(runtime.workspace.session, events.map(byOperation));

/** Events 1 to 5: a session with a prompt, a call, its note and a summary. */
export async function aSession() {
  const [started, prompt, call] = await record(
    event('hook.session_started', { workspace: '/home/dev/shop' }),
    event('transcript.turn', { role: 'user', content: 'Keep me logged in' }),
    event('command.completed', { command: 'npm test', exit_code: 0 }),
  );
  await record(
    note('Login keeps the refresh token', {
      type: 'bugfix',
      narrative: 'The heron token is stored at login',
      facts: ['src/login.ts was modified'],
      concepts: ['problem-solution'],
      files_modified: ['src/login.ts'],
      covers: [call!.id],
      prompt_number: 1,
    }),
    event('session.summarized', { request: 'Stay logged in', made_by: 'rules', prompt_number: 1 }),
  );
  return { started: started!, prompt: prompt!, call: call! };
}
