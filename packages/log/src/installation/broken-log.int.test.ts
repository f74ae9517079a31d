import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { event } from '../../test/log-under-test.ts';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { appendOrSpool } from '../append/append-or-spool.ts';
import { readEvents } from '../read/read-events.ts';
import { repairLog } from '../repair/repair-log.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { partsOf } from './log-directory.ts';
import { logNotices } from './log-notices.ts';
import { ownSession } from './own-session.ts';

const S = 'demo-default';
const NEXT = 'demo-default.after-1';
let sandbox: Sandbox;
let dir: string;
let file: string;
let whole: string;
beforeEach(async () => {
  sandbox = createSandbox();
  dir = path.join(sandbox.root, 'work', '.eventloom');
  fs.mkdirSync(path.dirname(dir));
  file = `${dir}/${S}.jsonl`;
  for (const key of ['a', 'b', 'c']) append(key);
  whole = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, whole.replace('"b"', '"x"'));
  expect((await verifyLog(dir, S)).ok).toBe(false);
});
afterEach(() => sandbox.close());

function append(key: string): void {
  const outcome = appendOrSpool({
    dir,
    session: S,
    events: [event(key)],
    deadline: Date.now() + 5000,
  });
  expect(outcome.kind).toBe('appended');
}
const read = (session: string) => [...readEvents(`${dir}/${session}.jsonl`)];

test('appends to a chained continuation if the log is known to be broken', async () => {
  const before = fs.readFileSync(file, 'utf8');
  append('d');
  append('e');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  const [first, ...rest] = read(NEXT);
  const { hash } = JSON.parse(whole.split('\n')[0]!).integrity;
  expect(first).toMatchObject({
    type: 'log.continued',
    payload: { session: S, seq: 1, hash, broken_at_seq: 2 },
  });
  expect(rest.map(({ payload }) => payload['key'])).toEqual(['d', 'e']);
  expect(await verifyLog(dir, NEXT)).toMatchObject({ ok: true });
  expect(ownSession(dir, S)).toBe(NEXT);
  expect(logNotices(dir)).toMatchObject([{ kind: 'broken', command: `hookloom log repair ${S}` }]);
});

test('continues a repaired log itself, and the continuation stays part of its memory', async () => {
  append('d');
  const { tails } = await repairLog({ dir, session: S, now: Date.now });
  append('e');
  expect(read(S).flatMap(({ payload }) => payload['key'] ?? [])).toEqual(['a', 'e']);
  expect(partsOf(dir, S)).toEqual([NEXT, tails[0]!.session]);
  expect(partsOf(dir, NEXT)).toContain(S);
  expect(logNotices(dir)).toEqual([]);
});

test('continues a log itself again after it was fixed by other means', async () => {
  fs.writeFileSync(file, whole);
  expect(await verifyLog(dir, S)).toMatchObject({ ok: true });
  append('d');
  expect(read(S).map(({ payload }) => payload['key'])).toEqual(['a', 'b', 'c', 'd']);
  expect(logNotices(dir)).toEqual([]);
});
