/** A log of this installation whose first event is damaged still belongs to this installation. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendOrSpool } from '../src/append/append-or-spool.ts';
import { examineLog } from '../src/installation/examine-log.ts';
import { ownSession } from '../src/installation/own-session.ts';
import { verifyLog } from '../src/verify/verify-log.ts';
import { event, S } from './log-under-test.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let dir: string;
let log: string;
let worlds = 0;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => {
  sandbox.close();
  process.env['HOOKLOOM_STATE_DIR'] = before;
});

/** A new installation and project, without a log. */
function begin(): void {
  const root = path.join(sandbox.root, `world${worlds++}`);
  dir = path.join(root, 'shop', '.eventloom');
  log = path.join(dir, `${S}.jsonl`);
  process.env['HOOKLOOM_STATE_DIR'] = path.join(root, 'state');
}

/** @param size Events of one append. */
function append(size: number, key = 'e'): void {
  const events = Array.from({ length: size }, (_, at) => event(`${key}${at}`));
  const outcome = appendOrSpool({ dir, session: S, events, deadline: Date.now() + 20_000 });
  expect(outcome.kind).toBe('appended');
}

function flip(share: number, mask: number): void {
  const bytes = readFileSync(log);
  const at = Math.floor(share * bytes.indexOf(10));
  bytes[at]! ^= mask;
  writeFileSync(log, bytes);
}

const damage = fc.record({
  /** Events of each append before the damage. */
  sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 4 }),
  share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  mask: fc.integer({ min: 1, max: 255 }),
});

test('reports any flipped byte of the first event as damage to our own log, and another log continues it', async () => {
  await fc.assert(
    fc.asyncProperty(damage, async ({ sizes, share, mask }) => {
      begin();
      for (const size of sizes) append(size);
      const { genesis } = examineLog(dir, S);
      flip(share, mask);
      for (let round = 0; round < 2; round++) {
        expect(ownSession(dir, S)).toBe(round === 0 ? S : `${S}.after-0`);
        expect(examineLog(dir, S)).toMatchObject({
          ownership: 'own',
          genesis,
          findings: round === 0 ? [] : [{ kind: 'broken', seq: 1 }],
        });
        const report = await verifyLog(dir, S);
        expect(report).toMatchObject({ ok: false, broken_at_seq: 1 });
        append(1);
      }
    }),
    { numRuns: 60 },
  );
});

test('needs only the seal if the mark names a missing event, and still reports the loss', () => {
  begin();
  append(2);
  const older = readFileSync(log);
  append(3);
  writeFileSync(log, older);
  writeFileSync(log, readFileSync(log, 'utf8').replace('{', '['));
  const { ownership, findings } = examineLog(dir, S);
  expect([ownership, findings.map(({ kind }) => kind)]).toEqual(['own', ['rolled_back']]);
});

test('treats another log with the name of ours as foreign, damaged or not', () => {
  begin();
  append(3, 'other');
  const other = readFileSync(log);
  begin();
  for (let at = 0; at < 3; at++) append(1);
  rmSync(`${dir}/${S}.head`);
  writeFileSync(log, other);
  expect(examineLog(dir, S).ownership).toBe('foreign');
  flip(0, 1);
  expect(examineLog(dir, S).ownership).toBe('foreign');
  expect(ownSession(dir, S)).not.toBe(S);
});
