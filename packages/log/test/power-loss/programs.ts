/**
 * A random program over the log: appends of every kind, the inbox, forgetting, archives. It records the promises it was
 * given.
 */
import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';
import { syncDirectory } from '../../src/files/sync-names.ts';
import { segmentPath } from '../../src/archive/segment.ts';
import { writeSegment } from '../../src/archive/write-segment.ts';

import { namedValue } from '../../src/gate/gate-values.ts';
import { forgetEvents } from '../../src/forget/forget-events.ts';
import { removeJob } from '../../src/forget/forgetting-job.ts';
import { createHolder } from '../../src/lock/holder.ts';
import { openJsonlStore, type JsonlStore } from '../../src/stores/jsonl/index.ts';
import { recordCalls, type Recorder } from './record-calls.ts';

export const SESSION = 'power-default';

export type Ack =
  | { kind: 'events'; durability: 'os' | 'fsync'; ids: string[] }
  /** From here on even a power loss keeps what was acknowledged before. */
  | { kind: 'settled' }
  | { kind: 'forgotten'; text: string }
  | { kind: 'archived'; path: string };

interface Program {
  root: string;
  dir: string;
  random: () => number;
  recorder: Recorder;
  store: JsonlStore;
  /** Events that can be forgotten: their position and text. */
  sayings: { seq: number; text: string }[];
  count: number;
}

/** Runs `steps` random steps below `root`, an empty directory, and returns what they asked of the file system. */
export async function runProgram(
  root: string,
  steps: number,
  random: () => number,
): Promise<Recorder['calls']> {
  const dir = `${root}/work/.eventloom`;
  const recorder = recordCalls(root);
  mkdirSync(`${root}/work`);
  syncDirectory(root);
  const store = openJsonlStore({ dir, lockWaitMs: 60_000, installation: 'any' });
  const program: Program = { root, dir, random, recorder, store, sayings: [], count: 0 };
  try {
    for (let step = 0; step < steps; step++) await pick(random, STEPS)(program);
    await store.close();
  } finally {
    recorder.stop();
  }
  return recorder.calls;
}

const STEPS: ((program: Program) => Promise<void> | void)[] = [
  (program) => append(program, 'os'),
  (program) => append(program, 'os'),
  (program) => append(program, 'fsync'),
  (program) => appendByStore(program, 'fsync'),
  (program) => appendByStore(program, 'fsync'),
  (program) => appendByStore(program, 'os'),
  spoolThree,
  forget,
  archive,
  settle,
];

function append(program: Program, durability: 'os' | 'fsync'): void {
  const events = some(program);
  const outcome = appendOrSpool({ ...target(program), events, durability });
  if (outcome.kind !== 'appended') throw new Error(`not appended: ${outcome.kind}`);
  remember(program, events, outcome.results);
  program.recorder.ack({ kind: 'events', durability, ids: outcome.results.map(({ id }) => id) });
}

async function appendByStore(program: Program, durability: 'os' | 'fsync'): Promise<void> {
  const { store, recorder, random } = program;
  const appends = Array.from({ length: 1 + Math.floor(random() * 3) }, async () => {
    const events = some(program);
    const results = await store.append(SESSION, events, { durability });
    remember(program, events, results);
    recorder.ack({ kind: 'events', durability, ids: results.map(({ id }) => id) });
  });
  await Promise.all(appends);
}

/** Another process holds the lock, so these wait in the inbox for the next writer. */
function spoolThree(program: Program): void {
  const { dir, recorder } = program;
  append(program, 'os');
  const lock = `${dir}/${SESSION}.lock`;
  const other = createHolder();
  const own = `${lock}.${other.pid}.${other.nonce}`;
  writeFileSync(own, JSON.stringify(other), { flag: 'wx' });
  linkSync(own, lock);
  for (let at = 0; at < 3; at++) {
    const request = { ...target(program), events: some(program), deadline: Date.now() };
    const outcome = appendOrSpool(request);
    if (outcome.kind !== 'spooled') throw new Error(`not spooled: ${outcome.kind}`);
    recorder.ack({ kind: 'events', durability: 'os', ids: outcome.ids });
  }
  for (const path of [lock, own]) unlinkSync(path);
}

async function forget({ dir, store, sayings, recorder }: Program): Promise<void> {
  const said = sayings.pop();
  if (said === undefined) return;
  const { job } = await forgetEvents({
    dir,
    store,
    targets: [{ session: SESSION, seqs: [said.seq] }],
    values: [namedValue(said.text)!],
    actorId: 'user',
    origin: { channel: 'user' },
    nowMs: Date.now(),
  });
  removeJob(dir, job);
  recorder.ack({ kind: 'forgotten', text: said.text });
}

async function archive({ dir, store, recorder }: Program): Promise<void> {
  const head = await store.head(SESSION);
  if (head === null) return;
  const segment = { session: SESSION, from: 1, to: head.seq };
  await writeSegment(dir, segment);
  recorder.ack({ kind: 'archived', path: segmentPath(dir, segment) });
}

function settle({ recorder }: Program): void {
  recorder.settle();
  recorder.ack({ kind: 'settled' });
}

function target({ dir }: Program) {
  return { dir, session: SESSION, deadline: Date.now() + 60_000, installation: 'any' } as const;
}

/** One to three events, some of them deliveries that are recorded once. */
function some(program: Program): UnsealedEvent[] {
  return Array.from({ length: 1 + Math.floor(program.random() * 3) }, (): UnsealedEvent => {
    const key = `k${program.count++}`;
    const text = `The saying number ${key} of ${Math.floor(program.random() * 1e9)} gardens`;
    const delivery = { scope: 'client', key };
    return {
      type: 'decision.made',
      actorId: 'assistant',
      payload: { text },
      origin: { channel: 'user' },
      ...(program.random() < 0.5 ? { delivery } : {}),
    };
  });
}

function remember(
  { sayings }: Program,
  events: UnsealedEvent[],
  results: readonly { seq: number }[],
): void {
  for (const [at, { seq }] of results.entries())
    sayings.push({ seq, text: events[at]!.payload['text'] as string });
}

function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
