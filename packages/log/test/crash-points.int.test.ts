/** The process dies, or its disk fills up, at the k-th change it makes, for every k (CRASH_STEP: every n-th k). */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool, type AppendOutcome } from '../src/append/append-or-spool.ts';
import { spool } from '../src/append/spool-instead.ts';
import { prepareEvents } from '../src/envelope/seal.ts';
import { createIds, weakRandomHex } from '@hookloom/core';
import { createFileLock } from '../src/lock/file-lock.ts';
import { readEvents } from '../src/read/read-events.ts';
import { verifyLog } from '../src/verify/verify-log.ts';
import { bundle, ended, runNode } from './programs.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const S = 'demo-default';
const FAULTS = ['kill', 'kill-late', 'ENOSPC', 'EACCES', 'ENOSPC-once', 'EIO-once-late'];
/** Every change, or every n-th: CI passes 3 on the second version of Node. */
const STEP = Number(process.env['CRASH_STEP'] ?? '1');
const soon = () => Date.now() + 5000;
const ids = createIds(weakRandomHex);

function event(key: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  const payload = { key, text: 'x'.repeat(300) };
  return {
    type: 'command.completed',
    actorId: 'zaxy-observer',
    payload,
    origin: { channel: 'tool' },
    ...more,
  };
}

const delivered = (key: string): UnsealedEvent =>
  event(key, { delivery: { scope: 'client', key } });

/** The log before the faulty process starts. All its keys are acknowledged. */
const beginnings: Record<string, (dir: string) => string[]> = {
  'nothing, not even a directory': () => [],
  'a log': (dir) => {
    appendOrSpool({ dir, session: S, events: [event('a'), event('b')], deadline: soon() });
    appendOrSpool({ dir, session: S, events: [delivered('c')], deadline: soon() });
    return ['a', 'b', 'c'];
  },
  'a log with a torn tail': (dir) => {
    appendOrSpool({ dir, session: S, events: [event('a')], deadline: soon() });
    writeFileSync(path.join(dir, `${S}.jsonl`), '{"actorId":"zaxy', { flag: 'a' });
    return ['a'];
  },
  'a log, an inbox and a lock of a dead process': (dir) => {
    appendOrSpool({ dir, session: S, events: [event('a')], deadline: soon() });
    for (const [first, second] of [
      ['b', 'c'],
      ['d', 'e'],
    ] as const) {
      const events = [event(first), delivered(second)];
      spool(dir, S, prepareEvents(events, { nowMs: Date.now(), ids }));
    }
    return ['a', 'b', 'c', 'd', 'e'];
  },
};

describe('a process that dies or runs out of disk space at any change it makes', () => {
  let sandbox: Sandbox;
  let program: string;
  let locker: string;
  beforeAll(() => {
    sandbox = createSandbox();
    program = bundle(sandbox, 'faulty-append');
    locker = bundle(sandbox, 'hold-lock');
  });
  afterAll(() => sandbox.close());

  // Each copy gets its own marks: one installation would report the copies as forks of one log.
  const before = process.env['HOOKLOOM_STATE_DIR'];
  const keepStateIn = (root: string) => {
    process.env['HOOKLOOM_STATE_DIR'] = path.join(root, 'state');
  };
  afterAll(() => {
    if (before === undefined) delete process.env['HOOKLOOM_STATE_DIR'];
    else process.env['HOOKLOOM_STATE_DIR'] = before;
  });

  let templates = 0;
  async function prepare(name: string): Promise<{ dir: string; acknowledged: string[] }> {
    const dir = path.join(sandbox.root, `template-${templates++}`, '.eventloom');
    mkdirSync(path.dirname(dir), { recursive: true });
    keepStateIn(path.dirname(dir));
    const acknowledged = beginnings[name]!(dir);
    if (name.includes('lock')) {
      const child = runNode(locker, [dir, S]);
      await new Promise((resolve) => child.stdout!.once('data', resolve));
      child.kill('SIGKILL');
      await ended(child);
    }
    return { dir: path.dirname(dir), acknowledged };
  }

  const sent = [delivered('new-1'), delivered('new-2')];
  const request = JSON.stringify({ session: S, events: [...sent, event('plain')] });
  let copies = 0;

  async function runFaulty(template: string, fault: string, at: number) {
    const root = path.join(sandbox.root, `copy-${copies++}`);
    cpSync(template, root, { recursive: true, mode: 0 });
    keepStateIn(root);
    const dir = path.join(root, '.eventloom');
    const env = { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: dir };
    const result = await ended(runNode(program, [dir, request], { env }));
    const answer =
      result.stdout === ''
        ? null
        : (JSON.parse(result.stdout) as { outcome: AppendOutcome; changes: number });
    return { dir, answer, result };
  }

  function keysOf(dir: string): string[] {
    const events = [...readEvents(path.join(dir, `${S}.jsonl`))];
    return events.flatMap(({ payload }) =>
      typeof payload['key'] === 'string' ? [payload['key']] : [],
    );
  }

  /** The client delivers unacknowledged events again; afterwards each must exist once. */
  async function expectWhole(
    dir: string,
    acknowledged: string[],
    kind: string | undefined,
  ): Promise<void> {
    const after = appendOrSpool({
      dir,
      session: S,
      events: [...sent, event('after')],
      deadline: soon(),
    });
    expect(after.kind).toBe('appended');
    const keys = keysOf(dir);
    // Not delivered again: exists if it was acknowledged, and never twice.
    const plain = keys.filter((key) => key === 'plain');
    const isAcknowledged = kind === 'appended' || kind === 'spooled';
    expect(plain.length).toBe(isAcknowledged ? 1 : Math.min(plain.length, 1));
    const others = keys.filter((key) => key !== 'plain');
    expect(others.sort()).toEqual([...acknowledged, 'new-1', 'new-2', 'after'].sort());
    expect(await verifyLog(dir, S)).toMatchObject({ ok: true, broken_reason: null });
    const inbox = path.join(dir, 'inbox');
    if (readdirSync(dir).includes('inbox'))
      expect(readdirSync(inbox).filter((name) => name.endsWith('.json'))).toEqual([]);
    const lock = createFileLock(dir, S, { sweepFirst: true });
    expect(lock.acquire(1000)).toBe(true);
    lock.close();
    expect(readdirSync(dir).filter((name) => name.includes('.lock'))).toEqual([]);
  }

  for (const name of Object.keys(beginnings)) {
    for (const fault of FAULTS) {
      test(`loses and duplicates nothing: ${fault} over ${name}`, async () => {
        const { dir: template, acknowledged } = await prepare(name);
        const dead = fault.startsWith('kill');
        for (let at = 1, finished = false; !finished; at += STEP) {
          const { dir, answer, result } = await runFaulty(template, fault, at);
          if (dead) {
            finished = answer !== null && answer.changes < at;
            if (!finished) expect(['SIGKILL', at]).toEqual([result.signal, at]);
          } else {
            expect([result.stderr, result.code]).toEqual(['', 0]);
            finished = answer!.changes < at;
          }
          await expectWhole(dir, acknowledged, answer?.outcome.kind);
          expect(at).toBeLessThan(200);
        }
      });
    }
  }
});
