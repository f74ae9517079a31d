import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';

describe('appending a delivery', () => {
  let under: LogUnderTest;
  let dir: LogUnderTest['dir'];
  let log: LogUnderTest['log'];
  let append: LogUnderTest['append'];
  let summary: LogUnderTest['summary'];
  let expectVerified: LogUnderTest['expectVerified'];
  let holdLock: LogUnderTest['holdLock'];
  beforeEach(() => {
    under = createLogUnderTest();
    ({ dir, log, append, summary, expectVerified, holdLock } = under);
  });
  afterEach(() => under.sandbox.close());

  const delivered = (key: string, windowMs?: number): UnsealedEvent =>
    event(key, {
      delivery: { scope: 'client', key, ...(windowMs === undefined ? {} : { windowMs }) },
    });

  test('happens once, even if it waited in the inbox in between', () => {
    append([event('a')]);
    const release = holdLock();
    for (let i = 0; i < 3; i++) append([delivered('b')], { deadline: Date.now() });
    release();
    expect(append([delivered('b')])).toMatchObject({ results: [{ seq: 2, duplicate: true }] });
    expect(summary()).toEqual(['a', 'b']);
  });

  test('counts again after its window has passed', () => {
    let nowMs = 1_000_000;
    const now = () => nowMs;
    const results = [0, 1500, 2500, 10_000].map((later) => {
      nowMs = 1_000_000 + later;
      const outcome = append([delivered('a', 2000)], { now });
      return outcome.kind === 'appended' && outcome.results[0]!.duplicate;
    });
    expect(results).toEqual([false, true, false, false]);
  });

  test('measures the window from when the client delivered it, however late it reaches the log', () => {
    let nowMs = 1_000_000;
    const results = [1_000_000, 1_000_100, 1_009_000].map((atMs) => {
      nowMs += 10_000;
      const one = {
        ...delivered('a'),
        delivery: { scope: 'client', key: 'a', windowMs: 5000, atMs },
      };
      const outcome = append([one], { now: () => nowMs });
      return outcome.kind === 'appended' && outcome.results[0]!.duplicate;
    });
    expect(results).toEqual([false, true, false]);
    const release = holdLock();
    append(
      [{ ...delivered('b'), delivery: { scope: 'client', key: 'b', windowMs: 5000, atMs: 1 } }],
      {
        now: () => nowMs,
        deadline: Date.now(),
      },
    );
    release();
    const late = {
      ...delivered('b'),
      delivery: { scope: 'client', key: 'b', windowMs: 5000, atMs: 2 },
    };
    append([late], { now: () => nowMs + 60_000 });
    expect(summary()).toEqual(['a', 'a', 'b']);
  });

  test('keeps its window while it waits in the inbox', () => {
    append([event('first')]);
    let nowMs = 1_000_000;
    const release = holdLock();
    for (nowMs of [1_000_000, 1_001_000, 1_500_000])
      append([delivered('a', 2000)], { now: () => nowMs, deadline: Date.now() });
    release();
    append([event('last')]);
    expect(summary()).toEqual(['first', 'a', 'a', 'last']);
  });

  test('does not count as done if its batch was never completed', async () => {
    append([event('a')]);
    append([delivered('b'), delivered('c')]);
    const lines = readFileSync(log, 'utf8').split('\n');
    writeFileSync(log, `${lines.slice(0, 2).join('\n')}\n`);
    unlinkSync(path.join(dir, `${S}.head`));
    expect(append([delivered('b'), delivered('c')])).toMatchObject({
      results: [
        { seq: 3, duplicate: false },
        { seq: 4, duplicate: false },
      ],
    });
    expect(summary()).toEqual(['a', 'incomplete_batch', 'b', 'c']);
    await expectVerified();
  });
});
