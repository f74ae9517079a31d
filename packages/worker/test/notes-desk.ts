/** A workspace in a temporary folder with a queue of notes over it, for tests. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation, type StoredEvent } from '@hookloom/core/events';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { JsonObject } from '@hookloom/core';
import { openRuntime } from '../src/compose.ts';
import { startNotesQueue, type MadeNote, type NotesQueue } from '../src/notes-queue/start.ts';
import type { Runtime } from '../src/runtime.ts';
import { oneWorkspace } from './one-workspace.ts';

export type Given = [string, JsonObject];

export const prompt = (content: string): Given => ['transcript.turn', { role: 'user', content }];
export const edit = (id: string, file: string): Given[] => [
  ['tool.call.completed', { tool_name: 'Edit', status: 'ok', tool_use_id: id }],
  ['file.edit.applied', { path: file, operation: 'modified', lines_added: 1, tool_use_id: id }],
];
export const ran = (id: string, command: string, exit_code: number, stderr = ''): Given[] => [
  ['tool.call.completed', { tool_name: 'Bash', status: 'ok', tool_use_id: id }],
  [
    'command.completed',
    { command, exit_code, outcome: exit_code === 0 ? 'passed' : 'failed', stderr, tool_use_id: id },
  ],
];
export const stop = (said: string): Given[] => [
  ['transcript.turn', { role: 'assistant', content: said }],
  ['hook.stop', {}],
];

export interface Desk {
  root: string;
  runtime: Runtime;
  /** The clock's time; tests set it. */
  nowMs: number;
  /** Another one over the same folder. */
  another(): Promise<Runtime>;
  append(...events: Given[]): Promise<void>;
  events(): Promise<StoredEvent[]>;
  made(type: string): Promise<JsonObject[]>;
  start(
    env?: Record<string, string>,
    onNote?: (note: MadeNote) => void,
    monotonic?: () => number,
  ): NotesQueue;
  /** How many current notes cover each piece of work. */
  coverage(): Promise<number[]>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-notes-'));
  const workspace = resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } });
  const clock = { now: () => desk.nowMs };
  const open = (): Promise<Runtime> =>
    openRuntime(workspace, { clock, stateDir: path.join(root, 'state') });
  const queues: NotesQueue[] = [];
  const desk: Desk = {
    root,
    nowMs: Date.now(),
    runtime: null as never,
    another: open,
    async append(...events) {
      await desk.runtime.store.append(
        workspace.session,
        events.map(([type, payload]) =>
          byOperation({
            type,
            actorId: 'zaxy-observer',
            payload: { session_id: 'c1', source: 'claude-code', ...payload },
            origin: {
              channel: payload['role'] === 'user' ? ('user' as const) : ('tool' as const),
              client: 'claude-code',
              session_id: 'c1',
            },
          }),
        ),
        { durability: 'os' },
      );
    },
    async events() {
      const found: StoredEvent[] = [];
      for await (const event of desk.runtime.store.read(workspace.session)) found.push(event);
      return found;
    },
    async made(type) {
      const events = await desk.events();
      return events.filter((event) => event.type === type).map(({ payload }) => payload);
    },
    start(env = {}, onNote = () => {}, monotonic) {
      const queue = startNotesQueue({
        workspaces: oneWorkspace(desk.runtime),
        env,
        clock,
        onNote,
        ...(monotonic !== undefined && { monotonic }),
      });
      queues.push(queue);
      return queue;
    },
    async coverage() {
      const all = await desk.events();
      const notes = all.filter(({ type }) =>
        /^(note\.(recorded|merged)|session\.summarized)$/.test(type),
      );
      const replaced = new Set(notes.map(({ payload }) => payload['supersedes']));
      const covers = notes
        .filter(({ id }) => !replaced.has(id))
        .flatMap(({ payload }) => payload['covers'] as string[]);
      return all
        .filter(
          ({ type }) => /^(tool\.call|command|file\.edit)\./.test(type) || type === 'hook.stop',
        )
        .map(({ id }) => covers.filter((cover) => cover === id).length);
    },
    async close() {
      for (const queue of queues) await queue.close();
      await desk.runtime.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
  desk.runtime = await open();
  return desk;
}
