import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { appendOrSpool } from './append-or-spool.ts';
import { remapDeliveries } from './deliveries.ts';

let sandbox: Sandbox;
let dir: string;
beforeEach(() => {
  sandbox = createSandbox();
  dir = path.join(sandbox.root, '.eventloom');
});
afterEach(() => sandbox.close());

function deliver(key: string): { seq: number; duplicate: boolean } {
  const event: UnsealedEvent = {
    type: 'decision.made',
    actorId: 'assistant',
    payload: { key },
    origin: { channel: 'user' },
    delivery: { scope: 'client', key },
  };
  const outcome = appendOrSpool({
    dir,
    session: 's',
    events: [event],
    deadline: Date.now() + 1000,
  });
  if (outcome.kind !== 'appended') throw new Error(outcome.kind);
  const { seq, duplicate } = outcome.results[0]!;
  return { seq, duplicate };
}

const notesFile = (): string => {
  const folder = path.join(dir, 'runtime/seen/s');
  return path.join(folder, readdirSync(folder)[0]!);
};

test('a note takes 24 bytes, and the next write replaces a torn one', () => {
  for (let n = 0; n < 3; n++) deliver(`key-${n}`);
  expect(readFileSync(notesFile()).length).toBe(72);
  writeFileSync(notesFile(), readFileSync(notesFile()).subarray(0, 60));
  expect([deliver('key-0'), deliver('key-1'), deliver('key-3')]).toEqual([
    { seq: 1, duplicate: true },
    { seq: 2, duplicate: true },
    { seq: 4, duplicate: false },
  ]);
  expect(readFileSync(notesFile()).length).toBe(72);
  expect(deliver('key-3').duplicate).toBe(true);
});

test('finds a delivery among many, and without its note appends it again rather than losing it', () => {
  for (let n = 0; n < 300; n++) deliver(`key-${n}`);
  expect([deliver('key-0'), deliver('key-150'), deliver('key-299')]).toEqual([
    { seq: 1, duplicate: true },
    { seq: 151, duplicate: true },
    { seq: 300, duplicate: true },
  ]);
  writeFileSync(notesFile(), '');
  expect(deliver('key-0')).toEqual({ seq: 301, duplicate: false });
});

test('still recognizes a delivery after the lines of the log have moved', () => {
  for (let n = 0; n < 3; n++) deliver(`key-${n}`);
  const log = path.join(dir, 's.jsonl');
  const [first, ...rest] = readFileSync(log, 'utf8').split('\n');
  writeFileSync(log, [`${first}    `, ...rest].join('\n'));
  remapDeliveries(dir, 's', (offset) => (offset === 0 ? 0 : offset + 4));
  expect([0, 1, 2].map((n) => deliver(`key-${n}`))).toEqual([
    { seq: 1, duplicate: true },
    { seq: 2, duplicate: true },
    { seq: 3, duplicate: true },
  ]);
});
