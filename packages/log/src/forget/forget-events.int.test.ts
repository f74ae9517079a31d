import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool } from '../append/append-or-spool.ts';
import { createFileLock } from '../lock/file-lock.ts';
import { readEvents, recordedAt } from '../read/read-events.ts';
import { openJsonlStore, type JsonlStore } from '../stores/jsonl/index.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { forgetEvents, type ForgetOrder } from './forget-events.ts';
import { gatePath } from '../gate/gate-file.ts';
import { namedValue, valuesOfEvent } from '../gate/gate-values.ts';

const SECRET = 'The vault code is kept under the blue flowerpot.';
const origin = { channel: 'user' } as const;
let root: string;
let dir: string;
let store: JsonlStore;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookloom-forget-'));
  dir = join(root, '.eventloom');
  store = openJsonlStore({ dir, installation: 'any' });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const turn = (text: string): UnsealedEvent => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', text },
  origin,
});
const textsOf = (session = 'demo') =>
  [...readEvents(join(dir, `${session}.jsonl`))].map(({ payload }) => payload['text']);

function order(more: Partial<ForgetOrder> = {}): ForgetOrder {
  const values = valuesOfEvent(turn(SECRET));
  const targets = [{ session: 'demo', seqs: [2] }];
  return { dir, store, targets, values, actorId: 'user', origin, nowMs: Date.now(), ...more };
}

function filesHolding(text: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(root, name)).isFile() && readFileSync(join(root, name)).includes(text),
  );
}

test('removes a forgotten text and its copies in other sessions from every file, and the logs still verify', async () => {
  await store.append('demo', [turn('one'), turn(SECRET), turn('three')]);
  await store.append('other', [
    turn(`As I said: ${SECRET.toUpperCase()} Remember it.`),
    turn('two'),
  ]);
  mkdirSync(join(dir, 'inbox/bad'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'inbox/bad/x.json'), `{"prompt":"${SECRET}`);
  mkdirSync(join(root, 'state'));
  writeFileSync(join(root, 'state/job.json'), JSON.stringify({ prompt: SECRET, n: 1 }));
  const done = await forgetEvents(order({ folders: [join(root, 'state')] }));
  expect(done).toMatchObject({ count: 2, swept: { left: [] } });
  expect(done.swept.cleaned).toHaveLength(2);
  expect(filesHolding('flowerpot')).toEqual([]);
  expect(filesHolding('FLOWERPOT')).toEqual([]);
  expect(JSON.parse(readFileSync(join(root, 'state/job.json'), 'utf8'))).toEqual({
    prompt: '[FORGOTTEN]',
    n: 1,
  });
  for (const session of ['demo', 'other'])
    expect(await verifyLog(dir, session)).toMatchObject({ ok: true, shredded: 1 });
  expect(textsOf()).toEqual(['one', undefined, 'three', undefined]);
});

test('finds a copy far before the end of a long log, and leaves the events around it', async () => {
  await store.append('demo', [turn('one'), turn(SECRET)]);
  await store.append('other', [turn(`As I said: ${SECRET}`)]);
  for (const text of ['two', 'three', 'four']) await store.append('other', [turn(text)]);
  expect(await forgetEvents(order())).toMatchObject({ count: 2 });
  expect(filesHolding('flowerpot')).toEqual([]);
  expect(textsOf('other').slice(0, 4)).toEqual([undefined, 'two', 'three', 'four']);
});

describe('a forgotten text does not come back', () => {
  beforeEach(async () => {
    await store.append('demo', [turn('one'), turn(SECRET)]);
    await forgetEvents(order());
  });

  test('through an append, in any case, spacing, width or punctuation', async () => {
    await store.append('demo', [
      turn(SECRET),
      turn(`He wrote "${SECRET}" yesterday`),
      turn('the VAULT code — is kept\n under the blue, flower\u200bpot'),
      turn('Ｔｈｅ ｖａｕｌｔ cоdе is kept under thé blue flowerpot'),
      turn('The vault is blue.'),
    ]);
    expect(textsOf().slice(3)).toEqual([
      '[FORGOTTEN]',
      'He wrote "[FORGOTTEN]." yesterday',
      '[FORGOTTEN]',
      '[FORGOTTEN]',
      'The vault is blue.',
    ]);
    expect(recordedAt(join(dir, 'demo.jsonl'), 4)?.security).toEqual({
      sensitivity: 'restricted',
      redacted_paths: ['$.text'],
    });
  });

  test('through the hook path, the inbox or another session', async () => {
    const lock = createFileLock(dir, 'demo');
    lock.acquire(1000);
    const outcome = appendOrSpool({
      dir,
      installation: 'any',
      session: 'demo',
      events: [turn(SECRET)],
      deadline: Date.now() + 30,
    });
    lock.close();
    expect(outcome).toMatchObject({ kind: 'spooled' });
    expect(filesHolding('flowerpot')).toEqual([]);
    appendOrSpool({
      dir,
      installation: 'any',
      session: 'demo',
      events: [turn('next')],
      deadline: Date.now() + 2000,
    });
    await store.append('late', [turn(SECRET)]);
    expect(textsOf().slice(3)).toEqual(['[FORGOTTEN]', 'next']);
    expect(textsOf('late')).toEqual(['[FORGOTTEN]']);
  });

  test('after the gate file was lost, which is rebuilt from the log', async () => {
    const before = readFileSync(gatePath(dir), 'utf8').trim();
    rmSync(gatePath(dir));
    await store.append('demo', [turn(SECRET)]);
    expect(textsOf().at(-1)).toBe('[FORGOTTEN]');
    expect(readFileSync(gatePath(dir), 'utf8').trim()).toBe(before);
  });
});

test('refuses a named value inside any text, and as a number', async () => {
  await store.append('demo', [turn('one'), turn('My pin is 4821, keep it')]);
  await forgetEvents(order({ values: [namedValue('4821')!] }));
  await store.append('demo', [
    turn('pin: 48-21!'),
    { ...turn('x'), payload: { pin: 4821, 'about 4821': 'port 48210' } },
    turn('14821'),
  ]);
  expect([...readEvents(join(dir, 'demo.jsonl'))].slice(3).map(({ payload }) => payload)).toEqual([
    { role: 'user', text: 'pin: [FORGOTTEN]!' },
    { pin: '[FORGOTTEN]', 'about [FORGOTTEN]': 'port 48210' },
    { role: 'user', text: '14821' },
  ]);
});

test('refuses a forgotten one-word fact but leaves its words usable', async () => {
  const preference = {
    type: 'user.preference_changed',
    actorId: 'user',
    payload: { preference: 'editor', value: 'vim' },
    origin,
  };
  await store.append('demo', [turn('one'), preference]);
  await forgetEvents(order({ values: valuesOfEvent(preference) }));
  await store.append('demo', [preference, turn('open the editor'), turn('vim')]);
  expect([...readEvents(join(dir, 'demo.jsonl'))].slice(3).map(({ payload }) => payload)).toEqual([
    { preference: '[FORGOTTEN]', value: '[FORGOTTEN]' },
    { role: 'user', text: 'open the editor' },
    { role: 'user', text: 'vim' },
  ]);
});

test('the tombstone records who, when and which event, but not the text', async () => {
  await store.append('demo', [turn('one'), turn(SECRET)]);
  const { tombstones } = await forgetEvents(order({ reason: `because ${SECRET}` }));
  const event = recordedAt(join(dir, 'demo.jsonl'), tombstones[0]!.seq)!;
  expect(event).toMatchObject({
    type: 'memory.forgotten',
    actorId: 'user',
    security: { redacted_paths: [] },
  });
  expect(event.payload).toEqual({
    job: expect.stringMatching(/^fgt_[0-9a-f]{32}$/),
    scope: 'workspace',
    reason: 'because [FORGOTTEN].',
    events: [
      {
        id: expect.stringMatching(/^evt_/),
        seq: 2,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        frame: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ],
    gate: [expect.stringMatching(/^span 39 \d+ sha256:[0-9a-f]{64} sha256:[0-9a-f]{64}$/)],
  });
});

test('the gate file is empty if nothing was forgotten', async () => {
  await store.append('demo', [turn('one')]);
  expect(existsSync(gatePath(dir))).toBe(true);
  expect(statSync(gatePath(dir)).size).toBe(0);
});
