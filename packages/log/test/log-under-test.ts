/** A log in a temporary directory, written through the hook path, for tests of the write side. */
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import {
  appendOrSpool,
  type AppendOutcome,
  type AppendRequest,
} from '../src/append/append-or-spool.ts';
import { readEvents } from '../src/read/read-events.ts';
import { verifyLog } from '../src/verify/verify-log.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

export const S = 'demo-default';

export function event(key: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  return {
    type: 'decision.made',
    actorId: 'assistant',
    payload: { key },
    origin: { channel: 'user' },
    ...more,
  };
}

export interface LogUnderTest {
  readonly sandbox: Sandbox;
  /** `.eventloom`; not created yet. */
  readonly dir: string;
  /** The file of session `S`. */
  readonly log: string;
  append(events: UnsealedEvent[], more?: Partial<AppendRequest>): AppendOutcome;
  stored(session?: string): StoredEvent[];
  /** Keys of the caller's events; reasons of recoveries. */
  summary(): unknown[];
  expectVerified(): Promise<void>;
  /** Names of the files that wait in the inbox. */
  inbox(): string[];
  /** Lets an unknown process hold the lock; returns a function that releases it. */
  holdLock(): () => void;
}

export function createLogUnderTest(): LogUnderTest {
  const sandbox = createSandbox();
  const dir = path.join(sandbox.root, 'work', '.eventloom');
  mkdirSync(path.dirname(dir));
  const lock = path.join(dir, `${S}.lock`);
  const stored = (session = S): StoredEvent[] => [
    ...readEvents(path.join(dir, `${session}.jsonl`)),
  ];
  return {
    sandbox,
    dir,
    log: path.join(dir, `${S}.jsonl`),
    append: (events, more = {}) =>
      appendOrSpool({
        dir,
        session: S,
        events,
        deadline: Date.now() + 2000,
        installation: 'any',
        ...more,
      }),
    stored,
    summary: () => stored().map(({ payload }) => payload['key'] ?? payload['reason']),
    async expectVerified() {
      expect(await verifyLog(dir, S)).toMatchObject({ ok: true });
    },
    inbox: () => readdirSync(path.join(dir, 'inbox')).filter((name) => name.endsWith('.json')),
    holdLock() {
      writeFileSync(lock, '{"pid":1}');
      return () => unlinkSync(lock);
    },
  };
}
