/** Forked and resumed sessions whose file contains the earlier records again: each record is captured once. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { readerOf, recordDelivery } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureFixture, SESSION, type CaptureFixture } from './capture-place.fixture.ts';
import { offsetsFile } from './offsets.ts';
import type { CaptureClient } from './watcher-state.ts';

let place: CaptureFixture;
beforeEach(() => {
  place = captureFixture();
});
afterEach(() => place.close());

const ORIGIN = 'd8699aa1-2cd3-470b-9b53-8ccf0a99e6c5';
const FORK = '385ea6fa-fdef-402c-af0f-14bdabb251b6';

/** The file system's clock has ticks. A file written after this has a later time. */
function later(): void {
  const born = (): number => {
    writeFileSync(place.file('codex', '.tick'), '');
    const { birthtimeMs } = statSync(place.file('codex', '.tick'));
    rmSync(place.file('codex', '.tick'));
    return birthtimeMs;
  };
  mkdirSync(path.dirname(place.file('codex')), { recursive: true });
  const before = born();
  while (born() <= before);
}

function leaveBoth(): void {
  place.leave('claude-code', 'origin');
  later();
  place.leave('claude-code', 'forked');
}

const imported = async (options?: Parameters<CaptureFixture['pass']>[0]): Promise<number> =>
  (await place.pass(options)).lanes.reduce((sum, { imported: count }) => sum + count, 0);

/** Who said or did what in which session. */
async function told(): Promise<string[]> {
  const events = await place.events();
  return events
    .filter(({ type }) => type === 'transcript.turn' || type === 'command.completed')
    .map(({ payload, origin }) => {
      const what = payload['content'] ?? payload['command'];
      return `${origin?.session_id === FORK ? 'fork' : 'origin'}: ${what as string}`;
    })
    .sort();
}

const ONCE = [
  'fork: And the crows?',
  'fork: There are 3.',
  'origin: Count the seagulls.',
  'origin: There are 17.',
  'origin: echo seventeen',
];

test('a forked session of Claude Code adds only the records after the fork', async () => {
  leaveBoth();
  await imported();
  expect(await told()).toEqual(ONCE);
});

test('even if the fork gives all its records another prompt id, as newer versions do', async () => {
  leaveBoth();
  const file = place.file('claude-code', 'forked');
  const text = readFileSync(file, 'utf8');
  const [own] = [...text.matchAll(/"promptId":"([^"]*)"/g)].map(([, id]) => id!).slice(-1);
  writeFileSync(file, text.replaceAll(/"promptId":"[^"]*"/g, `"promptId":"${own}"`));
  await imported();
  expect(await told()).toEqual(ONCE);
});

test('even in small pieces, with the fork waiting for its origin', async () => {
  leaveBoth();
  let isLeft = true;
  while (isLeft)
    isLeft = (await place.pass({ maxRecords: 1 })).lanes.some(({ hasMore }) => hasMore);
  expect(await told()).toEqual(ONCE);
});

test('even if the fork comes much later, the first file is gone, and everything is read again', async () => {
  const origin = place.leave('claude-code', 'origin');
  await imported();
  rmSync(origin);
  place.leave('claude-code', 'forked');
  await imported();
  expect(await told()).toEqual(ONCE);
  expect(await imported({ isFromBeginning: true })).toBe(0);
});

test('even if hooks recorded the first session, and its file was never read to the end', async () => {
  const common = { session_id: ORIGIN, cwd: place.root };
  const [line] = place
    .text('claude-code', 'origin')
    .split('\n')
    .filter((one) => one.includes('"promptId"'));
  const { promptId } = JSON.parse(line!) as { promptId: string };
  for (const payload of [
    { hook_event_name: 'UserPromptSubmit', prompt: 'Count the seagulls.', prompt_id: promptId },
    { hook_event_name: 'Stop', last_assistant_message: 'There are 17.', prompt_id: promptId },
  ]) {
    const bytes = Buffer.from(JSON.stringify({ ...payload, ...common }));
    const target = {
      dir: place.eventloomDir,
      session: SESSION,
      root: place.root,
      client: 'claude-code' as const,
    };
    expect(recordDelivery(target, { bytes }, readerOf, () => Date.now() + 5000).outcome).toBe(
      'appended',
    );
  }
  leaveBoth();
  await imported();
  expect(await told()).toEqual(ONCE);
});

test('nothing is recorded twice, whichever of the two is found first', async () => {
  place.leave('claude-code', 'forked');
  await imported();
  place.leave('claude-code', 'origin');
  await imported();
  const said = (await told()).map((one) => one.replace(/^\w+: /, ''));
  expect(said.sort()).toEqual(ONCE.map((one) => one.replace(/^\w+: /, '')).sort());
  rmSync(offsetsFile(place.eventloomDir));
  expect(await imported()).toBe(0);
});

test('a fork of a fork, and two forks of one session, add only their own records', async () => {
  leaveBoth();
  await imported();
  const own = (session: string, uuid: string, content: string): string =>
    `${JSON.stringify({
      type: 'user',
      uuid,
      promptId: `prompt-${uuid}`,
      message: { role: 'user', content },
      cwd: place.root,
      sessionId: session,
      timestamp: '2026-11-21T20:30:00.000Z',
    })}\n`;
  const [origin, fork] = [place.text('claude-code', 'origin'), place.text('claude-code', 'forked')];
  const third = fork.replaceAll(FORK, 'third') + own('third', 'u3', 'And the ducks?');
  const fourth = origin.replaceAll(ORIGIN, 'fourth') + own('fourth', 'u4', 'And the owls?');
  writeFileSync(place.file('claude-code', 'third'), third);
  writeFileSync(place.file('claude-code', 'fourth'), fourth);
  await imported();
  const users = (await place.events())
    .filter(({ payload }) => payload['role'] === 'user')
    .map(({ payload }) => payload['content']);
  // The creation times of the files, in ticks of the clock, decide which fork is read first.
  expect(users).toHaveLength(4);
  expect(new Set(users)).toEqual(
    new Set(['Count the seagulls.', 'And the crows?', 'And the ducks?', 'And the owls?']),
  );
});

test('two sessions that begin with the same words stay separate', async () => {
  place.leave('claude-code', 'origin');
  await imported();
  const before = (await told()).length;
  const other = place
    .text('claude-code', 'origin')
    .replaceAll(ORIGIN, 'another')
    .replaceAll(/"(uuid|promptId|id|tool_use_id)":"([\w-]+)"/g, '"$1":"$2-other"');
  writeFileSync(place.file('claude-code', 'another'), other);
  await imported();
  expect(await told()).toHaveLength(2 * before);
});

test('recognises a fork that begins at a compaction', async () => {
  place.leave('claude-code', 'compacted');
  await imported();
  const lines = place.text('claude-code', 'compacted').split('\n').filter(Boolean);
  const from = lines.findIndex((line) => line.includes('compact_boundary'));
  const copy = lines
    .slice(from)
    .join('\n')
    .replaceAll('6ea4e982-a9b8-44c5-b0f9-3fb21eb5c483', 'fork');
  writeFileSync(place.file('claude-code', 'fork'), `${copy}\n`);
  // Of the copy, only the start of a session is new.
  expect(await imported()).toBe(1);
});

/** Codex wrote forks like this before they pointed at the session that they continue. */
test('recognises an older Codex fork, which copies records, by the ids of its messages', async () => {
  place.leave('codex');
  await imported();
  const lines = place.text('codex').split('\n').filter(Boolean);
  const [meta] = lines.map((line): JsonObject => JSON.parse(line) as JsonObject);
  const payload = { ...(meta!['payload'] as JsonObject), id: 'forked', session_id: 'forked' };
  const copy = [JSON.stringify({ ...meta, payload }), ...lines].join('\n');
  writeFileSync(place.file('codex', 'forked'), `${copy}\n`);
  expect(await imported()).toBe(1);
  const turn = {
    type: 'message',
    id: 'msg_new',
    role: 'user',
    content: [{ type: 'input_text', text: 'Go on.' }],
  };
  const line = { timestamp: '2026-11-21T05:00:00.000Z', type: 'response_item', payload: turn };
  appendFileSync(place.file('codex', 'forked'), `${JSON.stringify(line)}\n`);
  expect(await imported()).toBe(1);
});

test('stored anchors are bounded, and a damaged anchor file is harmless', async () => {
  place.leave('claude-code', 'origin');
  await imported();
  const file = offsetsFile(place.eventloomDir);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { anchors: Record<string, string[]> };
  expect(Object.values(kept.anchors)).toEqual([[ORIGIN]]);
  const clients: CaptureClient[] = ['claude-code'];
  writeFileSync(
    file,
    JSON.stringify({
      ...kept,
      anchors: { x: 1, '0123456789abcdef': clients, ['f'.repeat(16)]: [4] },
    }),
  );
  expect(await imported()).toBe(0);
});
