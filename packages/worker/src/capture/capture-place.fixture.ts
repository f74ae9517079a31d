/** A workspace with a home that contains session files of the clients, for tests. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openJsonlStore } from '@hookloom/log';
import type { StoredEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { recordedTranscript } from '@hookloom/hooks/testing';
import { openCapture, type CaptureRequest } from './capture.ts';
import type { PassResult } from './lane.ts';
import { captureSources } from './setup.ts';
import type { CaptureClient } from './watcher-state.ts';

export const SESSION = 'shop-default';

export interface CaptureFixture {
  root: string;
  home: string;
  eventloomDir: string;
  /** Path of the file that `leave` writes. */
  file(client: CaptureClient, name?: string): string;
  /** A recorded session whose folder is the workspace. */
  text(client: CaptureClient, name?: string): string;
  /** Writes a recorded session where the client would. */
  leave(client: CaptureClient, name?: string): string;
  append(client: CaptureClient, lines: readonly JsonObject[]): void;
  pass(options?: Partial<CaptureRequest>): Promise<PassResult>;
  events(): Promise<StoredEvent[]>;
  close(): void;
}

export function captureFixture(): CaptureFixture {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookloom-capture-')));
  const [root, home] = [path.join(top, 'shop'), path.join(top, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  const eventloomDir = path.join(root, '.eventloom');
  const slug = root.replace(/[^A-Za-z0-9]/g, '-');
  const places: Readonly<Record<string, string>> = {
    'claude-code': path.join(home, '.claude/projects', slug),
    codex: path.join(home, '.codex/sessions/2026/11/21'),
    gemini: path.join(home, '.gemini/tmp/shop/chats'),
    copilot: path.join(home, '.copilot/session-state'),
  };
  const file = (client: CaptureClient, name = 'session'): string =>
    client === 'copilot'
      ? path.join(places['copilot']!, name, 'events.jsonl')
      : path.join(places[client]!, `${client === 'codex' ? 'rollout-' : ''}${name}.jsonl`);
  const text = (client: CaptureClient, name = 'session'): string =>
    recordedTranscript(client, name).replaceAll('/home/dev/project', root);
  return {
    root,
    home,
    eventloomDir,
    file,
    text,
    leave(client, name) {
      mkdirSync(path.dirname(file(client, name)), { recursive: true });
      writeFileSync(file(client, name), text(client, name));
      return file(client, name);
    },
    append(client, lines) {
      mkdirSync(path.dirname(file(client)), { recursive: true });
      appendFileSync(file(client), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
    async pass(options = {}) {
      const capture = openCapture({
        workspace: { root, eventloomDir, domain: 'shop', session: SESSION },
        session: SESSION,
        roots: [root],
        sources: captureSources({ env: {}, home, root }),
        maxRecords: 1000,
        graph: false,
        env: {},
        ...options,
      });
      try {
        return await capture.pass();
      } finally {
        await capture.close();
      }
    },
    async events() {
      const store = openJsonlStore({ dir: eventloomDir });
      const found: StoredEvent[] = [];
      for await (const event of store.read(SESSION)) found.push(event);
      await store.close();
      return found;
    },
    close: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** The content of an event without its position. */
export function toldBy({ type, payload }: StoredEvent): string {
  const { capture: _, source: __, ...rest } = payload;
  return `${type} ${JSON.stringify(rest)}`;
}
