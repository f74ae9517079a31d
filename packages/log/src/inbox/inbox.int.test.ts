import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';
import { inboxSessions } from '../inbox/sessions.ts';

describe('an append that cannot get the lock', () => {
  let under: LogUnderTest;
  let dir: LogUnderTest['dir'];
  let append: LogUnderTest['append'];
  let stored: LogUnderTest['stored'];
  let summary: LogUnderTest['summary'];
  let expectVerified: LogUnderTest['expectVerified'];
  let inbox: LogUnderTest['inbox'];
  let holdLock: LogUnderTest['holdLock'];
  beforeEach(() => {
    under = createLogUnderTest();
    ({ dir, append, stored, summary, expectVerified, inbox, holdLock } = under);
  });
  afterEach(() => under.sandbox.close());

  test('goes to the inbox within its deadline, and into the log with the next one, in order', async () => {
    append([event('a')]);
    const release = holdLock();
    const spooled = [
      append([event('b')], { deadline: Date.now() + 60 }),
      append([event('c'), event('d')], { deadline: Date.now() + 60 }),
      append([event('e')], { deadline: Date.now() - 1 }),
    ];
    expect(spooled.map((outcome) => outcome.kind === 'spooled' && outcome.reason)).toEqual([
      'locked',
      'locked',
      'locked',
    ]);
    expect(inbox().length).toBe(3);
    expect(inboxSessions(dir)).toEqual([{ session: S, waiting: 3 }]);
    release();
    expect(append([event('f')])).toMatchObject({ kind: 'appended', results: [{ seq: 6 }] });
    expect(summary()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(stored().map(({ id }) => id)).toEqual(
      expect.arrayContaining(spooled.flatMap((o) => ('ids' in o ? o.ids : []))),
    );
    expect(inbox()).toEqual([]);
    await expectVerified();
  });

  test('is written again in full if the power failed while it was written', async () => {
    append([event('a')]);
    const release = holdLock();
    append([event('b'), event('c'), event('d')], { deadline: Date.now() });
    release();
    const [name] = inbox();
    const waiting = path.join(dir, 'inbox', name!);
    const content = readFileSync(waiting);
    append([event('e')]);
    const log = path.join(dir, `${S}.jsonl`);
    const lines = readFileSync(log, 'utf8').split('\n');
    // The disk had two of the three events and part of the third, and the inbox file still existed.
    writeFileSync(log, `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 90)}`);
    writeFileSync(waiting, content, { mode: 0o600 });
    const lastBoot = new Date('2001-01-01T00:00:00Z');
    utimesSync(waiting, lastBoot, lastBoot);

    append([event('f')]);
    expect(summary().filter((key) => /^[a-f]$/.test(String(key)))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'f',
    ]);
    expect(readdirSync(path.join(dir, 'runtime/seen', S))).toEqual([]);
    await expectVerified();
  });

  test('waits in the inbox redacted, with the findings of the redaction', () => {
    mkdirSync(dir, { mode: 0o700 });
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const release = holdLock();
    append([event('a', { payload: { key: 'a', text: `token ${secret}` } })], {
      deadline: Date.now(),
    });
    expect(readFileSync(path.join(dir, 'inbox', inbox()[0]!), 'utf8')).not.toContain(secret);
    release();
    append([event('b')]);
    expect(stored()[0]).toMatchObject({
      security: { sensitivity: 'restricted', redacted_paths: ['text'] },
    });
  });

  test('is taken from the inbox only by its own session', () => {
    append([event('a')]);
    const release = holdLock();
    append([event('b')], { deadline: Date.now() });
    append([event('x')], { session: 'other' });
    expect(inbox().length).toBe(1);
    release();
    append([event('c')]);
    expect([summary(), stored('other').length, inbox()]).toEqual([['a', 'b', 'c'], 1, []]);
  });

  test('is answered with unavailable if it expects a head', () => {
    append([event('a')]);
    const release = holdLock();
    expect(() =>
      append([event('b')], { expectHead: stored()[0]!.hash, deadline: Date.now() }),
    ).toThrow(expect.objectContaining({ code: 'unavailable' }));
    release();
    expect(() => append([event('b')], { expectHead: null })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  test('sets invalid inbox files aside and continues', () => {
    append([event('a')]);
    const release = holdLock();
    append([event('b')], { deadline: Date.now() });
    const [good] = inbox();
    const suffix = good!.slice(good!.indexOf('.'));
    const content = JSON.parse(readFileSync(path.join(dir, 'inbox', good!), 'utf8')) as {
      events: JsonObject[];
    };
    const bad: Record<string, string> = {
      torn: '{"v":1,"sess',
      empty: '',
      version: JSON.stringify({ ...content, v: 2 }),
      session: JSON.stringify({ ...content, session: 'other' }),
      type: JSON.stringify({ ...content, events: [{ ...content.events[0], type: 'x' }] }),
      reserved: JSON.stringify({
        ...content,
        events: [{ ...content.events[0], payload: { __origin: {} } }],
      }),
      none: JSON.stringify({ ...content, events: [] }),
    };
    for (const [name, text] of Object.entries(bad))
      writeFileSync(path.join(dir, 'inbox', `evt_${name}${suffix}`), text, { mode: 0o600 });
    const shared = path.join(dir, 'inbox', `evt_shared${suffix}`);
    writeFileSync(shared, JSON.stringify(content));
    chmodSync(shared, 0o644);
    symlinkSync(path.join(dir, 'inbox', good!), path.join(dir, 'inbox', `evt_link${suffix}`));
    release();
    append([event('c')]);
    expect([summary(), inbox()]).toEqual([['a', 'b', 'c'], []]);
    expect(readdirSync(path.join(dir, 'inbox/bad')).sort()).toEqual(
      [...Object.keys(bad), 'shared', 'link'].map((name) => `evt_${name}${suffix}`).sort(),
    );
  });
});
