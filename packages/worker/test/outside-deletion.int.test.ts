/** The tests of the Agent Memory Atlas about deletion, under their names. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { remember } from '../src/operations/remember.ts';
import {
  decide,
  facts,
  filesHolding,
  forgetAll,
  isRecalled,
  model,
  reindex,
  restart,
  runtime,
  user,
  VALUE,
  WORD,
  workspace,
  withOutsideMemory,
} from './outside-memory.ts';

withOutsideMemory();

it('tombstone.laundering_sequence', async () => {
  const { citation } = await decide(VALUE);
  await forgetAll(citation);
  const shapes: [string, Record<string, unknown>][] = [
    ['goal.created', { title: VALUE }],
    ['task.proposed', { title: 'Ask', summary: `Is it true that ${VALUE}?` }],
    ['command.completed', { command: 'cat notes', stdout: `1: ${VALUE}\n2: end` }],
    ['document.indexed', { path: 'a.md', content: `# Notes\n\n> ${VALUE}\n` }],
    ['user.preference_changed', { preference: 'server', value: VALUE }],
    ['remark.made', { nested: { deep: [VALUE.toLowerCase()] }, [VALUE]: true }],
  ];
  for (const [event_type, payload] of shapes)
    await runtime.append({ event_type, actor: VALUE, payload: payload as never }, model);
  expect(await isRecalled()).toBe(false);
  expect(filesHolding(WORD)).toEqual([]);
});

it('tombstone.survives_ttl_and_prune', async () => {
  const { citation } = await decide(VALUE);
  await forgetAll(citation);
  await restart(Date.parse('2046-01-01T00:00:00.000Z'), () => {
    for (const cache of ['projections', 'runtime'])
      rmSync(path.join(workspace.eventloomDir, cache), { recursive: true, force: true });
  });
  await decide(VALUE);
  expect(await isRecalled()).toBe(false);
});

it('tombstone.key_normalization_attack', async () => {
  const { citation } = await decide(VALUE);
  await forgetAll(citation);
  for (const attack of [
    VALUE.toUpperCase(),
    VALUE.replaceAll(' ', '\u00a0\n '),
    VALUE.replaceAll('a', 'a\u200b'),
    VALUE.replaceAll('e', 'é'),
    VALUE.replaceAll('o', '\u043e'),
    VALUE.normalize('NFD').replaceAll('s', 'ｓ'),
    `*${VALUE.replaceAll(' ', '* *')}*`,
    JSON.stringify({ text: VALUE.replace(' of ', ' of\n') }),
  ])
    await decide(attack);
  const { events } = await runtime.replay({ session_id: workspace.session });
  const written = events.slice(2).map(({ payload }) => payload['decision']);
  expect(written).toHaveLength(8);
  for (const text of written) expect(text).toMatch(/^(\[FORGOTTEN\]|\{"text":"\[FORGOTTEN\]"\})$/);
});

it('tombstone.reextraction_stays_inactive', async () => {
  const { citation } = await decide(VALUE);
  await forgetAll(citation);
  await decide(VALUE);
  await reindex();
  await restart();
  expect(await facts()).toEqual([]);
});

it('tombstone.no_second_memory_unit', async () => {
  await decide(VALUE);
  await decide(VALUE, 'demo-second');
  const { citation } = await remember(runtime.context, { text: VALUE }, user);
  const done = await forgetAll(citation);
  expect(done).toMatchObject({ forgotten: 3 });
  expect(filesHolding(WORD)).toEqual([]);
});

it('deletion.absent_after_reindex_and_restart', async () => {
  const { citation } = await decide(VALUE);
  expect(await isRecalled()).toBe(true);
  await forgetAll(citation);
  for (const step of [() => restart(), reindex, () => restart()]) {
    await step();
    expect(await isRecalled()).toBe(false);
  }
});

it('deletion.absent_from_shared_copies', async () => {
  const { citation } = await decide(VALUE);
  const { events } = await runtime.replay({ session_id: workspace.session });
  for (const { payload } of events)
    await runtime.append({
      event_type: 'handoff.created',
      actor: 'ann',
      payload: { summary: JSON.stringify(payload) },
      session_id: 'shared',
    });
  expect(
    JSON.stringify(await runtime.query({ query: 'backup server', session_id: 'shared' })),
  ).toMatch(WORD);
  expect(await forgetAll(citation)).toMatchObject({
    not_reached: expect.stringContaining('outside this workspace'),
  });
  expect(
    JSON.stringify(await runtime.query({ query: 'backup server', session_id: 'shared' })),
  ).not.toMatch(WORD);
  expect(filesHolding(WORD)).toEqual([]);
});
