/**
 * Combines what hooks and files know about the same work: the fuller source completes the other, and nothing is
 * recorded twice.
 */
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@hookloom/core';
import { readerOf, recordDelivery } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureFixture, SESSION, type CaptureFixture } from './capture-place.fixture.ts';
import type { CaptureClient } from './watcher-state.ts';

let place: CaptureFixture;
beforeEach(() => {
  place = captureFixture();
});
afterEach(() => place.close());

const CODEX = '01a1fc57-517f-7931-a911-78706f0e49a2';
const TURN = '01a1fc57-5191-7690-9889-0ed401a7a11e';
const CALL = 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax';

const imported = async (options?: Parameters<CaptureFixture['pass']>[0]): Promise<number> =>
  (await place.pass(options)).lanes.reduce((sum, { imported: count }) => sum + count, 0);

function deliver(client: CaptureClient, payload: JsonObject, atMs = Date.now()): void {
  const target = { dir: place.eventloomDir, session: SESSION, root: place.root, client };
  const bytes = Buffer.from(JSON.stringify(payload));
  expect(recordDelivery(target, { bytes, atMs }, readerOf, () => Date.now() + 5000).outcome).toBe(
    'appended',
  );
}

function hookOfCall(): void {
  deliver('codex', {
    hook_event_name: 'PostToolUse',
    session_id: CODEX,
    cwd: place.root,
    turn_id: TURN,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: CALL,
    tool_response: 'README.md',
  });
}

test('adds the end of a Codex command from the file once, if its hook did not report it', async () => {
  hookOfCall();
  const [hooked] = (await place.events()).filter(({ type }) => type === 'command.completed');
  expect(hooked!.payload).toMatchObject({ exit_code: null, outcome: 'unknown' });
  place.leave('codex');
  await imported();
  const events = await place.events();
  const commands = events.filter(
    ({ type, payload }) => type === 'command.completed' && payload['tool_use_id'] === CALL,
  );
  expect(commands).toHaveLength(1);
  const settled = events.filter(({ type }) => type === 'tool.call.settled');
  expect(settled).toMatchObject([
    {
      causedBy: [hooked!.id],
      origin: { channel: 'tool', client: 'codex', session_id: CODEX },
      payload: {
        tool_name: 'Bash',
        call_id: CALL,
        tool_use_id: CALL,
        status: 'ok',
        settles_seq: hooked!.seq,
        command: 'ls',
        exit_code: 0,
        source: 'codex-local',
      },
    },
  ]);
  expect(await imported({ isFromBeginning: true })).toBe(0);
});

test('adds nothing if the file came first', async () => {
  place.leave('codex');
  await imported();
  hookOfCall();
  expect(await imported({ isFromBeginning: true })).toBe(0);
  expect((await place.events()).some(({ type }) => type === 'tool.call.settled')).toBe(false);
});

const compaction = (ordinal: number, turn: string, at: string): string => {
  const payload = { message: `Summary ${ordinal}` };
  const context = { timestamp: at, type: 'turn_context', payload: { turn_id: turn } };
  return [context, { timestamp: at, ordinal, type: 'compacted', payload }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
};
const summaries = async (): Promise<unknown[]> =>
  (await place.events())
    .filter(({ type }) => type === 'compaction.completed')
    .map(({ payload }) => payload['summary'] ?? 'told by a hook');

test('two compactions in one turn of Codex are two, and a third in the next turn is a third', async () => {
  place.leave('codex');
  const file = place.file('codex');
  appendFileSync(file, compaction(91, TURN, '2026-11-21T05:00:00.000Z'));
  appendFileSync(file, compaction(92, TURN, '2026-11-21T05:01:00.000Z'));
  appendFileSync(file, compaction(93, 'turn-2', '2026-11-21T05:02:00.000Z'));
  await imported();
  expect(await summaries()).toEqual(['Summary 91', 'Summary 92', 'Summary 93']);
  expect(await imported({ isFromBeginning: true })).toBe(0);
});

test('records neither of two compactions again from the file, even while they happen', async () => {
  const hook = {
    hook_event_name: 'PostCompact',
    session_id: CODEX,
    turn_id: TURN,
    trigger: 'auto',
  };
  const now = Date.now();
  deliver('codex', { ...hook, cwd: place.root }, now - 20_000);
  place.leave('codex');
  const file = place.file('codex');
  appendFileSync(file, compaction(91, TURN, new Date(now - 20_000).toISOString()));
  appendFileSync(file, compaction(92, TURN, new Date(now).toISOString()));
  await imported();
  // The watcher was faster than the hook of the second compaction.
  deliver('codex', { ...hook, cwd: place.root }, now);
  await imported({ isFromBeginning: true });
  expect(await summaries()).toEqual(['told by a hook', 'told by a hook']);
});

const GEMINI = '137ed571-3973-4797-8be1-98a776a3fa0e';
const ASKED = { session_id: GEMINI, hook_event_name: 'BeforeAgent', prompt: 'Please do the demo.' };

/** The recorded chat with current times and with the hook at its beginning. */
function chatOfNow(): string {
  const now = new Date().toISOString();
  place.leave('gemini');
  const text = place.text('gemini').replaceAll(/2026-11-21T04:22:\d\d\.\d\d\dZ/g, now);
  writeFileSync(place.file('gemini'), text);
  deliver('gemini', { ...ASKED, cwd: place.root });
  return place.file('gemini');
}
const answers = async (): Promise<unknown[]> =>
  (await place.events())
    .filter(({ payload }) => payload['role'] === 'assistant')
    .map(({ payload }) => payload['content']);
const quiet = (file: string): void => utimesSync(file, 1, Date.now() / 1000 - 3600);

test('captures the answer of a killed Gemini once from its file, when the file is idle', async () => {
  const file = chatOfNow();
  await imported();
  expect(await answers()).toEqual([]);
  quiet(file);
  await imported();
  expect(await answers()).toEqual(['Listing files.', 'All done.']);
  expect([await imported(), await imported({ isFromBeginning: true })]).toEqual([0, 0]);
  expect(await answers()).toHaveLength(2);
});

test('the next prompt also shows that no hook will come', async () => {
  const file = chatOfNow();
  await imported();
  const at = new Date(Date.now() + 1).toISOString();
  const next = { id: 'next', timestamp: at, type: 'user', content: [{ text: 'And now?' }] };
  appendFileSync(file, `${JSON.stringify(next)}\n`);
  await imported();
  expect(await answers()).toEqual(['Listing files.', 'All done.']);
  const said = (await place.events()).filter(({ type }) => type === 'transcript.turn');
  expect(said.at(-1)!.payload['content']).toBe('And now?');
});

test('never captures an answer from the file that the hook recorded, however long the file is idle', async () => {
  const file = chatOfNow();
  await imported();
  const told = { hook_event_name: 'AfterAgent', prompt_response: 'Listing files. \nAll done.' };
  deliver('gemini', { ...ASKED, ...told, cwd: place.root });
  quiet(file);
  await imported();
  expect(await answers()).toEqual(['Listing files. \nAll done.']);
});
