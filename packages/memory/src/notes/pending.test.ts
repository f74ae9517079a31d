import { createMemoryStore } from '@hookloom/log';
import { byOperation, type EventStore } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { beforeEach, expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import type { Memory } from '../memory.ts';
import type { ClaimRequest } from './queue.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});

async function append(...events: [string, JsonObject][]): Promise<string[]> {
  const results = await store.append(
    's',
    events.map(([type, payload]) =>
      byOperation({
        type,
        actorId: 'zaxy-observer',
        payload: { session_id: 'c1', source: 'claude-code', ...payload },
        origin: {
          channel: 'tool' as const,
          client: 'claude-code' as const,
          session_id: (payload['session_id'] as string | undefined) ?? 'c1',
        },
      }),
    ),
  );
  return results.map(({ id }) => id);
}
const prompt = (content: string): [string, JsonObject] => [
  'transcript.turn',
  { role: 'user', content },
];
const call = (id: string, tool = 'Bash'): [string, JsonObject] => [
  'tool.call.completed',
  { tool_name: tool, status: 'ok', tool_use_id: id },
];
const command = (id: string, line: string): [string, JsonObject] => [
  'command.completed',
  { command: line, outcome: 'passed', exit_code: 0, tool_use_id: id },
];
const claim = (more: Partial<ClaimRequest> = {}) =>
  memory.noteQueue.claim({
    limit: 10,
    now: 1000,
    leaseMs: 500,
    holder: 'a',
    gone: [],
    ...more,
  });
const waiting = async () =>
  (await memory.noteQueue.list({ limit: 100 })).map(({ work, events, promptNumber, status }) => [
    work,
    events.length,
    promptNumber,
    status,
  ]);

test('a call and its related events are one piece of work until a note covers all of it', async () => {
  const [, first, second] = await append(prompt('Go'), call('t1'), command('t1', 'npm test'));
  expect(await waiting()).toEqual([['t1', 2, 1, 'pending']]);
  await append([
    'note.recorded',
    { type: 'change', title: 'x', made_by: 'rules', covers: [first!] },
  ]);
  expect(await waiting()).toEqual([['t1', 1, 1, 'pending']]);
  await append(['note.merged', { note: 'evt_x', covers: [second!] }]);
  expect(await waiting()).toEqual([]);
});

test('an event that joins leased work can be claimed as soon as the note of the earlier ones is made', async () => {
  const [, end] = await append(prompt('Go'), ['hook.stop', {}]);
  expect(await claim()).toMatchObject([{ work: 'turn:1' }]);
  await append(['transcript.turn', { role: 'assistant', content: 'Done.' }]);
  await append(['session.summarized', { made_by: 'rules', covers: [end!] }]);
  expect(await claim()).toMatchObject([{ work: 'turn:1', attempts: 1, events: [{ seq: 3 }] }]);
});

test('a call without an id is joined only by the event that follows it at once', async () => {
  const [, id] = await append(
    prompt('Go'),
    ['tool.call.completed', { tool_name: 'write_file', status: 'ok' }],
    ['file.edit.applied', { path: 'a.ts', operation: 'written' }],
    ['file.edit.applied', { path: 'b.ts', operation: 'written' }],
    ['tool.call.completed', { tool_name: 'write_file', status: 'ok' }],
    ['hook.notification', {}],
    ['file.edit.applied', { path: 'c.ts', operation: 'written' }],
  );
  expect((await waiting()).map(([, events]) => events)).toEqual([3, 1, 1]);
  expect((await waiting())[0]![0]).toBe(id);
});

test('meta-tools, calls of this product and announced calls are not work; the announced path is known', async () => {
  await append(
    prompt('Go'),
    call('t1', 'TodoWrite'),
    [
      'tool.call.completed',
      { tool_name: 'mcp__zaxy__x', status: 'ok', tool_use_id: 't2', self: true },
    ],
    ['hook.pre_tool_use', { tool_name: 'Read', tool_use_id: 't3', path: 'src/a.ts' }],
    call('t3', 'Read'),
  );
  const [read, ...rest] = await memory.noteQueue.list({ limit: 10 });
  expect(rest).toEqual([]);
  expect(read).toMatchObject({
    work: 't3',
    toolName: 'Read',
    toolInput: '{"file_path":"src/a.ts"}',
  });
});

test('private turns and our own sessions are not processed', async () => {
  await append(
    ['hook.user_prompt_submitted', { private: true }],
    call('t1'),
    ['hook.stop', {}],
    prompt('Now in the open'),
    call('t2'),
    ['hook.stop', {}],
  );
  expect((await waiting()).map(([work]) => work)).toEqual(['t2', 'turn:1']);
  await append(prompt('[hookloom-notes] make notes'), call('t3'), ['hook.stop', {}]);
  expect((await waiting()).map(([work]) => work)).toEqual(['t2', 'turn:1']);
});

test('the end of a turn is queued once, from its prompt on', async () => {
  await append(
    prompt('One'),
    ['transcript.turn', { role: 'assistant', content: 'Done.' }],
    ['hook.stop', {}],
    prompt('Two'),
    ['hook.stop', {}],
  );
  const turns = await memory.noteQueue.list({ limit: 10 });
  expect(
    turns.map(({ work, fromSeq, events }) => [work, fromSeq, events.map(({ seq }) => seq)]),
  ).toEqual([
    ['turn:1', 1, [2, 3]],
    ['turn:2', 4, [5]],
  ]);
});

test('leased work belongs to one holder until the lease expires or the holder ends', async () => {
  await append(prompt('Go'), call('t1'), call('t2'));
  expect((await claim({ limit: 1 })).map(({ work }) => work)).toEqual(['t1']);
  expect((await claim({ holder: 'b' })).map(({ work }) => work)).toEqual(['t2']);
  expect(await claim({ holder: 'c', now: 1499 })).toEqual([]);
  expect(
    (await claim({ holder: 'c', now: 1500 })).map(({ work, attempts }) => [work, attempts]),
  ).toEqual([
    ['t1', 2],
    ['t2', 2],
  ]);
  const gone = await claim({ holder: 'd', now: 1501, gone: ['c'] });
  expect(gone.map(({ work }) => work)).toEqual(['t1', 't2']);
  // The machine was restarted, so its clock starts again.
  expect((await claim({ holder: 'e', now: 3 })).map(({ work }) => work)).toEqual(['t1', 't2']);
});

test('released work waits for the given time, and counts an attempt if the work was faulty', async () => {
  await append(prompt('Go'), call('t1'));
  const [work] = await claim();
  await memory.noteQueue.release([work!.id], { retryAt: 2000 });
  expect(await claim({ now: 1999 })).toEqual([]);
  expect((await claim({ now: 2000 })).map(({ attempts }) => attempts)).toEqual([2]);
  await memory.noteQueue.release([work!.id], { isCounted: false });
  expect((await claim({ now: 2001 })).map(({ attempts }) => attempts)).toEqual([2]);
});

test('an abandoned piece is a dead letter until it is retried', async () => {
  const [, id] = await append(prompt('Go'), call('t1'));
  await append(['note.abandoned', { covers: [id!], attempts: 5, reason: 'unreadable' }]);
  expect(await claim()).toEqual([]);
  expect(await memory.noteQueue.counts()).toMatchObject({ pending: 0, leased: 0, dead: 1 });
  expect((await memory.noteQueue.list({ status: 'dead', limit: 5 }))[0]).toMatchObject({
    work: 't1',
    reason: 'unreadable',
  });
  await append(['note.retried', { covers: [id!] }]);
  expect((await claim()).map(({ work, attempts }) => [work, attempts])).toEqual([['t1', 1]]);
});

test('the ledger adds up model requests by day, provider and model', async () => {
  const called = (day: string, ok: boolean, input: number): [string, JsonObject] => [
    'summarizer.called',
    {
      provider: 'p',
      model: 'm',
      ok,
      day,
      items: 2,
      input_tokens: input,
      output_tokens: 5,
      cost_usd: 0.5,
    },
  ];
  await append(
    called('2026-11-20', true, 10),
    called('2026-11-21', true, 20),
    called('2026-11-21', false, 30),
  );
  expect(await memory.noteQueue.ledger({ day: '2026-11-21' })).toEqual([
    {
      log: 's',
      day: '2026-11-21',
      provider: 'p',
      model: 'm',
      calls: 2,
      failed: 1,
      items: 4,
      input_tokens: 50,
      output_tokens: 10,
      cost_usd: 1,
    },
  ]);
  expect(await memory.noteQueue.ledger()).toHaveLength(2);
});

test('forgotten work does not wait for a note, and later work does not join a note on it', async () => {
  const [, id] = await append(prompt('Go'), call('t1'), command('t1', 'open heron --door nine'));
  const { at } = await store.at('s', 2).then((event) => ({ at: event! }));
  await append(['memory.forgotten', { events: [{ id: id!, seq: at.seq, digest: 'sha256:00' }] }]);
  expect((await waiting()).map(([work, events]) => [work, events])).toEqual([['t1', 1]]);
});

test('later work finds the newest notes of its session, except those that a person has changed', async () => {
  const note = (title: string, more: JsonObject = {}): [string, JsonObject] => [
    'note.recorded',
    {
      title,
      type: 'change',
      made_by: 'rules',
      covers: ['evt_a'],
      files_modified: [title],
      prompt_number: 1,
      work: { kind: 'edit', subject: title, outcome: 'ok', said: '' },
      ...more,
    },
  ];
  const ids = await append(note('a'), note('b'), note('c'));
  await append(['note.merged', { note: ids[0]!, covers: ['evt_b'], files_read: ['d'] }]);
  await append(['note.changed', { note: ids[1]!, title: 'Mine' }]);
  await append(note('e', { supersedes: ids[2]! }));
  const ran = { kind: 'command', subject: 'npm test', outcome: 'ok', said: '' };
  await append(note('f', { session_id: 'c2', work: ran }), note('g', { session_id: 'c2' }));
  const standing = await memory.noteQueue.earlier('s', 'c1');
  expect(standing.filter(({ isHere }) => !isHere).map(({ subject }) => subject)).toEqual([
    'npm test',
  ]);
  const own = standing.filter(({ isHere }) => isHere);
  expect(own.map(({ subject, files, covers }) => [subject, files, covers])).toEqual([
    ['a', ['a', 'd'], ['evt_a', 'evt_b']],
    ['e', ['e'], ['evt_a']],
  ]);
});
