import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '@hookloom/core/json';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/ports/event-store';
import { createSandbox, ended, runNode, type Sandbox } from '../../test/sandbox.ts';
import { inboxSessions } from '../inbox/sessions.ts';
import { readEvents } from '../read/read-events.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { appendOrSpool, type AppendOutcome, type AppendRequest } from './append-or-spool.ts';

const S = 'demo-default';

function event(key: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  return { type: 'decision.made', actorId: 'assistant', payload: { key }, origin: { channel: 'user' }, ...more };
}

describe('an append from a short-lived process', () => {
  let sandbox: Sandbox;
  let dir: string;
  let log: string;
  beforeEach(() => {
    sandbox = createSandbox();
    dir = path.join(sandbox.root, 'work', '.eventloom');
    log = path.join(dir, `${S}.jsonl`);
    mkdirSync(path.dirname(dir));
  });
  afterEach(() => sandbox.close());

  function append(events: UnsealedEvent[], more: Partial<AppendRequest> = {}): AppendOutcome {
    return appendOrSpool({ dir, session: S, events, deadline: Date.now() + 2000, ...more });
  }
  const stored = (session = S): StoredEvent[] => [...readEvents(path.join(dir, `${session}.jsonl`))];
  /** Keys of the caller's events; reasons of recoveries. */
  const summary = (): unknown[] => stored().map(({ payload }) => payload['key'] ?? payload['reason']);
  const expectVerified = async (): Promise<void> => expect(await verifyLog(dir, S)).toMatchObject({ ok: true });
  const inbox = (): string[] =>
    readdirSync(path.join(dir, 'inbox')).filter((name) => name.endsWith('.json'));
  function holdLock(): () => void {
    writeFileSync(path.join(dir, `${S}.lock`), '{"pid":1}');
    return () => unlinkSync(path.join(dir, `${S}.lock`));
  }

  describe('that cannot have the lock', () => {
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
      expect(stored().map(({ id }) => id)).toEqual(expect.arrayContaining(spooled.flatMap((o) => 'ids' in o ? o.ids : [])));
      expect(inbox()).toEqual([]);
      await expectVerified();
    });

    test('waits in the inbox redacted, with what the redaction found', () => {
      mkdirSync(dir, { mode: 0o700 });
      const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
      const release = holdLock();
      append([event('a', { payload: { key: 'a', text: `token ${secret}` } })], { deadline: Date.now() });
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

    test('is answered with unavailable when it expects a head', () => {
      append([event('a')]);
      const release = holdLock();
      expect(() => append([event('b')], { expectHead: stored()[0]!.hash, deadline: Date.now() })).toThrow(
        expect.objectContaining({ code: 'unavailable' }),
      );
      release();
      expect(() => append([event('b')], { expectHead: null })).toThrow(expect.objectContaining({ code: 'conflict' }));
    });

    test('sets bad inbox files aside and goes on', () => {
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
        reserved: JSON.stringify({ ...content, events: [{ ...content.events[0], payload: { __origin: {} } }] }),
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

  describe('of a delivery', () => {
    const delivered = (key: string, windowMs?: number): UnsealedEvent =>
      event(key, { delivery: { scope: 'client', key, ...(windowMs === undefined ? {} : { windowMs }) } });

    test('happens once, also when it waited in the inbox in between', () => {
      append([event('a')]);
      const release = holdLock();
      for (let i = 0; i < 3; i++) append([delivered('b')], { deadline: Date.now() });
      release();
      expect(append([delivered('b')])).toMatchObject({ results: [{ seq: 2, duplicate: true }] });
      expect(summary()).toEqual(['a', 'b']);
    });

    test('counts again after its window', () => {
      let nowMs = 1_000_000;
      const now = () => nowMs;
      const results = [0, 1500, 2500, 10_000].map((later) => {
        nowMs = 1_000_000 + later;
        const outcome = append([delivered('a', 2000)], { now });
        return outcome.kind === 'appended' && outcome.results[0]!.duplicate;
      });
      expect(results).toEqual([false, true, false, false]);
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

    test('is not taken for done when its batch never became whole', async () => {
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

  describe('behind what another process left', () => {
    const garbage: Record<string, Buffer | string> = {
      'half an event': '{"actorId":"assistant","caus',
      'half a character': Buffer.from('{"text":"é').subarray(0, -1),
      NULs: '\0'.repeat(5000),
      'a line that is no event': 'hello\n',
      'many such lines and a torn one': 'a\nb\r\n\n{}\n[1]\n{"integrity":{}}\nc',
    };
    for (const what of Object.keys(garbage)) {
      test(`ends the line, seals what was there as evidence and stands behind it: ${what}`, async () => {
        append([event('a'), event('b')]);
        const bytes = Buffer.from(garbage[what]!);
        writeFileSync(log, bytes, { flag: 'a' });
        expect(append([event('c')])).toMatchObject({ kind: 'appended', results: [{ seq: 4 }] });
        expect(summary()).toEqual(['a', 'b', 'torn_tail', 'c']);
        expect(stored()[2]!.payload).toMatchObject({ length: bytes.length, kept: false });
        await expectVerified();
      });
    }

    test('does not speak for a copied event, which verification goes on naming', async () => {
      append([event('a'), event('b')]);
      writeFileSync(log, readFileSync(log, 'utf8').split('\n')[0]!, { flag: 'a' });
      expect(append([event('c')]).kind).toBe('appended');
      expect(await verifyLog(dir, S)).toMatchObject({ ok: false, broken_at_seq: 3 });
    });

    test('keeps an event that only lacks its newline', async () => {
      append([event('a')]);
      append([event('b')]);
      writeFileSync(log, readFileSync(log).subarray(0, -1));
      append([event('c')]);
      expect(summary()).toEqual(['a', 'b', 'torn_tail', 'c']);
      expect(stored()[2]!.payload).toMatchObject({ kept: true });
      await expectVerified();
    });

    test('seals that events are missing, which the head file still names', async () => {
      append([event('a')]);
      append([event('b')]);
      const { seq, hash } = stored()[1]!;
      writeFileSync(log, `${readFileSync(log, 'utf8').split('\n')[0]}\n`);
      append([event('c')]);
      expect(summary()).toEqual(['a', 'cut_tail', 'c']);
      expect(stored()[1]!.payload).toMatchObject({ expected: { seq, hash }, found: { seq: 1 } });
      rmSync(log);
      append([event('d')]);
      expect(stored().map(({ payload }) => payload)).toMatchObject([
        { reason: 'cut_tail', expected: { seq: 3 }, found: { seq: 0, hash: null } },
        { key: 'd' },
      ]);
    });

    test('catches up a head file that stayed behind', async () => {
      append([event('a')]);
      const head = readFileSync(path.join(dir, `${S}.head`));
      append([event('b')]);
      writeFileSync(path.join(dir, `${S}.head`), head);
      append([event('c')]);
      expect(summary()).toEqual(['a', 'b', 'c']);
    });
  });

  test('continues logs that older writers left, in their own chain', async () => {
    const hash = 'a'.repeat(64);
    const v1 = (id: string, integrity: object): string =>
      JSON.stringify({
        id,
        type: 'goal.created',
        actorId: 'user',
        threadId: S,
        parentEventId: null,
        causedBy: [],
        timestamp: '2026-01-01T00:00:00Z',
        payload: {},
        integrity,
      });
    const tails: Record<string, { text: string; seq: number }> = {
      'Zaxy form': {
        text: `${v1('evt_zaxy_000000000041_3579bda67aea7d9b', { hash: `sha256:${hash}`, previousHash: null })}\n`,
        seq: 41,
      },
      'TypeScript form, counted': {
        text: `${v1('evt_V1StGXR8_Z5jdHi6B-myT', { hash: `sha256:${hash}`, previousHash: null })}\n`.repeat(3) + '\n \r\n',
        seq: 3,
      },
      'legacy form': {
        text: `${JSON.stringify({ seq: 7, type: 'note', actor: 'user', thread: S, payload: {}, prev_hash: null, hash })}\n`,
        seq: 7,
      },
    };
    for (const [form, { text, seq }] of Object.entries(tails)) {
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(dir);
      writeFileSync(log, text);
      const outcome = append([event('new')]);
      expect([form, outcome]).toMatchObject([
        form,
        { kind: 'appended', results: [{ seq: seq + 1, previousHash: `sha256:${hash}` }] },
      ]);
    }
  });

  test('loses nothing before the cut, wherever the last three lines are cut', async () => {
    append([event('a')]);
    append([event('b'), event('c')]);
    append([event('d')]);
    append([event('é')]);
    const whole = readFileSync(log);
    const head = readFileSync(path.join(dir, `${S}.head`));
    const ends = [...whole.keys()].filter((at) => whole[at] === 10);
    const keys = ['a', 'b', 'c', 'd', 'é'];
    for (let cut = ends[1]! + 1; cut <= whole.length; cut++) {
      for (const withHead of [true, false]) {
        rmSync(dir, { recursive: true });
        mkdirSync(dir, { mode: 0o700 });
        writeFileSync(log, whole.subarray(0, cut), { mode: 0o600 });
        if (withHead) writeFileSync(path.join(dir, `${S}.head`), head, { mode: 0o600 });
        const outcome = append([event('new')]);
        expect(outcome.kind).toBe('appended');
        // An event whose newline alone is missing is kept; half a batch is none.
        const left = ends.filter((end) => end <= cut).length;
        const kept = keys.slice(0, left === 2 ? 1 : left);
        const found = stored();
        expect(found.flatMap(({ payload }) => (payload['key'] === undefined ? [] : [payload['key']]))).toEqual([
          ...kept,
          'new',
        ]);
        const told = found.some(({ payload }) => payload['reason'] === 'cut_tail');
        expect([cut, told]).toEqual([cut, withHead && left < ends.length]);
        const { ok, broken_reason } = await verifyLog(dir, S);
        expect([cut, ok || broken_reason === 'cut_tail']).toEqual([cut, true]);
      }
    }
  });

  test('orders by number, not by time, when the clock goes backwards', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const now = () => (nowMs -= 3_600_000);
    for (let i = 0; i < 5; i++) append([event(String(i))], { now });
    expect(summary()).toEqual(['0', '1', '2', '3', '4']);
    expect(new Set(stored().map(({ id }) => id)).size).toBe(5);
    await expectVerified();
  });

  describe('in a hostile directory', () => {
    const refused = expect.objectContaining({ code: 'permission_denied' });
    test('follows no link, whatever it stands for, and writes nothing to what it points at', () => {
      const target = path.join(sandbox.root, 'target');
      const targets = ['', `${S}.jsonl`, `${S}.head`, 'runtime', 'runtime/seen', `runtime/seen/${S}`];
      for (const name of targets) {
        rmSync(dir, { recursive: true, force: true });
        rmSync(target, { recursive: true, force: true });
        const isFile = name.includes('.');
        if (isFile) writeFileSync(target, 'precious');
        else mkdirSync(target);
        mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
        symlinkSync(target, path.join(dir, name));
        expect(() => append([event('a', { delivery: { scope: 's', key: 'k' } })]), name).toThrow(refused);
        expect(isFile ? readFileSync(target, 'utf8') : readdirSync(target)).toEqual(isFile ? 'precious' : []);
      }
      for (const name of ['inbox', 'inbox/tmp']) {
        rmSync(dir, { recursive: true, force: true });
        rmSync(target, { recursive: true, force: true });
        mkdirSync(target);
        mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
        symlinkSync(target, path.join(dir, name));
        holdLock();
        expect(() => append([event('a')], { deadline: Date.now() }), name).toThrow(refused);
        expect(readdirSync(target)).toEqual([]);
      }
    });

    test('refuses a log with a second name, a directory and a pipe in its place', () => {
      mkdirSync(dir);
      writeFileSync(path.join(sandbox.root, 'other'), 'precious');
      linkSync(path.join(sandbox.root, 'other'), log);
      expect(() => append([event('a')])).toThrow(refused);
      expect(readFileSync(path.join(sandbox.root, 'other'), 'utf8')).toBe('precious');
      unlinkSync(log);
      mkdirSync(log);
      expect(() => append([event('a')])).toThrow(refused);
      rmSync(log, { recursive: true });
      execFileSync('mkfifo', [log]);
      expect(() => append([event('a')])).toThrow(refused);
      for (const name of [`${S}.lock`, `${S}.head`]) {
        rmSync(dir, { recursive: true });
        mkdirSync(dir);
        execFileSync('mkfifo', [path.join(dir, name)]);
        const attempt = () => append([event('a')], { deadline: Date.now() + 50 });
        if (name.endsWith('.lock')) expect(attempt()).toMatchObject({ kind: 'spooled', reason: 'locked' });
        else expect(attempt).toThrow(refused);
      }
    });

    test('gives files and directories to their owner alone, whatever the umask', async () => {
      const program = sandbox.bundle('append-without-umask');
      const { code, stderr } = await ended(runNode(program, [dir, S]));
      expect([stderr, code]).toEqual(['', 0]);
      const wrong: string[] = [];
      for (const name of ['', ...(readdirSync(dir, { recursive: true }) as string[])]) {
        const stats = lstatSync(path.join(dir, name));
        const mode = stats.mode & 0o777;
        if (mode !== (stats.isDirectory() ? 0o700 : 0o600)) wrong.push(`${name} ${mode.toString(8)}`);
      }
      expect(wrong).toEqual([]);
      expect(readFileSync(path.join(dir, '.gitignore'), 'utf8')).toBe('*\n');
    });
  });

  test('says that an event is lost when neither log nor inbox can be written', async () => {
    const program = sandbox.bundle('faulty-append');
    const nobody = process.geteuid?.() === 0 ? 65_534 : undefined;
    const request = JSON.stringify({ session: S, events: [event('a')] });
    mkdirSync(dir);
    if (nobody !== undefined) chownSync(dir, nobody, nobody);
    chmodSync(dir, 0o500);
    const options = nobody === undefined ? {} : { uid: nobody };
    const { stdout } = await ended(runNode(program, [dir, request], options));
    expect(JSON.parse(stdout)).toMatchObject({ outcome: { kind: 'lost', reason: 'read_only' } });
    chmodSync(dir, 0o700);
    const again = await ended(runNode(program, [dir, request], options));
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: { kind: 'appended', results: [{ seq: 1 }] } });
  });
});
