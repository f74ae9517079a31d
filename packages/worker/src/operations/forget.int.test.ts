import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { byOperation } from '@hookloom/core/events';
import { renderCitation, type JsonObject } from '@hookloom/core';
import { resolveWorkspace } from '@hookloom/core/settings';
import { describe, expect, it } from 'vitest';
import { coreListing } from '../mcp/tools/index.ts';
import { openRuntime } from '../compose.ts';
import { correct } from './correct.ts';
import { forget, type ForgetPreview } from './forget.ts';
import type { ForgetRequest } from './forget-request.ts';
import { remember } from './remember.ts';
import { forgot, root, runtime, say, user, workspace, withMemory } from './forgetting.fixture.ts';

const SECRET = 'The vault code is kept under the blue flowerpot.';

withMemory();

const shown = (request: ForgetRequest) =>
  forget(runtime.context, request, user) as Promise<ForgetPreview>;

function filesHolding(text: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(root, name);
    return statSync(file).isFile() && readFileSync(file).includes(text);
  });
}

async function recalled(query: string): Promise<string> {
  const answers = [
    await runtime.checkout({ query }),
    await runtime.query({ query }),
    await runtime.verbatim({ query }),
    await runtime.bootstrap({ current_task: 'tidy up' }, coreListing),
    await runtime.replay({ session_id: workspace.session }),
  ];
  return JSON.stringify(answers);
}

describe('the projection after a forgetting', () => {
  const KEPT = 'The bicycle is parked in the yard.';

  it('is empty when the answer comes, and the next question finds what was kept', async () => {
    await say(KEPT);
    const { citation } = await say(SECRET);
    expect(await recalled('bicycle')).toContain(KEPT);
    await forgot({ citations: [citation] });
    const opened = await runtime.context.memory.open();
    if (!opened.ok) throw new Error(opened.reason);
    const stats = await opened.memory.stats(workspace.session, { fresh: false });
    expect(stats).toMatchObject({ cursor: null, eventCount: 0 });
    expect(filesHolding('flowerpot')).toEqual([]);
    expect(await recalled('bicycle')).toContain(KEPT);
  });

  it('is rebuilt in one pass, whatever was forgotten before', async () => {
    await say(KEPT);
    for (const text of [SECRET, 'The spare key hangs behind the third painting.']) {
      const { citation } = await say(text);
      await forgot({ citations: [citation] });
    }
    await runtime.context.later.flush();
    const opened = await runtime.context.memory.open();
    if (!opened.ok) throw new Error(opened.reason);
    await opened.memory.reset();
    expect(await opened.memory.sync(undefined, { untilEmptied: true })).toMatchObject({
      behind: false,
    });
    expect(await recalled('bicycle')).toContain(KEPT);
  });
});

describe('what was forgotten by its sentence', () => {
  const SENTENCE = 'The door code of the garden house is 4821.';

  it('is refused in other words, and the event is recorded with a mark in its place', async () => {
    const { citation } = await say(SENTENCE);
    await forgot({ citations: [citation] });
    const again = await say('Hello. At the garden house you type 48-21. Goodbye.');
    const kept = await say('We sold 4821 pieces in the shop.');
    const contents = async (seq: number) =>
      (await runtime.store.at(workspace.session, seq))!.payload['content'];
    expect(await contents(again.seq)).toBe('Hello. [FORGOTTEN] Goodbye.');
    expect(await contents(kept.seq)).toBe('We sold 4821 pieces in the shop.');
  });

  it('leaves the other events of its turn', async () => {
    const ids = {
      prompt_id: '38e942e5-668f-4f20-81e8-6cc9c979a816',
      call_id: 'toolu_9f8e7d6c5b4a',
    };
    const ran = (command: string) =>
      runtime.append(
        {
          event_type: 'command.completed',
          actor: 'zaxy-observer',
          payload: { command, exit_code: 0, ...ids },
        },
        user,
      );
    await ran('git push --force');
    await ran('npm run build');
    const request = { query: 'git push --force' };
    const preview = (await forget(
      runtime.context,
      { ...request, dry_run: true },
      user,
    )) as ForgetPreview;
    expect(preview).toMatchObject({ rows: [{ excerpt: 'git push --force' }] });
    expect((await forgot({ ...request, confirm: preview.confirm })).forgotten).toBe(1);
  });

  it('includes the questions that named its number, and no other event in other words', async () => {
    const { citation } = await say(SENTENCE);
    const near = await say('At the garden house you type 48-21.');
    const model = { channel: 'model' } as const;
    await runtime.checkout({ query: 'was it 4821 or something else?' }, model);
    await runtime.checkout({ query: 'which colour is the garden house?' }, model);
    const plan = await shown({ citations: [citation] });
    expect(plan.rows.map(({ event_type, why: because }) => [event_type, because])).toEqual([
      ['transcript.turn', 'chosen'],
      ['memory.checkout.completed', 'holds_it'],
    ]);
    expect(plan.related.map((row) => row.citation)).toEqual([near.citation]);
    expect(plan.refused_texts).toEqual([SENTENCE]);
    await forgot({ citations: [citation], confirm: plan.confirm });
    const log = readFileSync(`${workspace.eventloomDir}/${workspace.session}.jsonl`, 'utf8');
    expect(log).not.toContain('was it 4821');
    expect(log).toContain('which colour is the garden house?');
    expect(log).toContain('48-21');
  });
});

describe('forgetting', () => {
  it('previews what would go and changes nothing until it is confirmed', async () => {
    const { citation } = await say(SECRET);
    await say('The build is green.');
    const near = await say('The flowerpot is broken.');
    const before = readFileSync(`${workspace.eventloomDir}/demo-default.jsonl`, 'utf8');
    const plan = await shown({ query: 'vault code flowerpot' });
    expect(plan).toMatchObject({
      status: 'dry_run',
      would_forget: 1,
      rows: [{ citation, excerpt: expect.stringContaining(SECRET), why: 'chosen' }],
      refused_texts: [SECRET],
      related: [{ citation: near.citation }],
    });
    expect(readFileSync(`${workspace.eventloomDir}/demo-default.jsonl`, 'utf8')).toBe(before);
    await expect(forgot({ query: 'vault code flowerpot' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await say(`Again: ${SECRET}`);
    await expect(
      forgot({ query: 'vault code flowerpot', confirm: plan.confirm }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const { confirm } = await shown({ query: 'vault code flowerpot' });
    expect(await forgot({ query: 'vault code flowerpot', confirm })).toMatchObject({
      status: 'forgotten',
      forgotten: 2,
      left: [],
    });
    expect(filesHolding('vault')).toEqual([]);
  });

  // The thirteen steps of the published acceptance list, in their order.
  it('holds through recall, re-feeding, background work, derived stores and shared copies', async () => {
    const { citation } = await say(SECRET);
    expect(await recalled('Where is the vault code?')).toContain('flowerpot');
    await say(`Let me quote that: ${SECRET}`, 'demo-second');
    mkdirSync(path.join(root, 'state/sessions/s'), { recursive: true });
    writeFileSync(path.join(root, 'state/sessions/s/job.json'), JSON.stringify({ input: SECRET }));
    const done = await forgot({ citations: [citation] });
    expect(done).toMatchObject({ forgotten: 2, files_cleaned: 1, left: [] });
    expect(await recalled('Where is the vault code?')).not.toContain('flowerpot');
    await say(SECRET);
    await say(SECRET.toUpperCase(), 'demo-second');
    expect(await recalled('Where is the vault code?')).not.toMatch(/flowerpot/i);
    await runtime.context.drain();
    const memory = await runtime.memory.open();
    if (memory.ok) await memory.memory.reset();
    expect(await recalled('Where is the vault code?')).not.toMatch(/flowerpot/i);
    expect(filesHolding('flowerpot')).toEqual([]);
    expect(filesHolding('FLOWERPOT')).toEqual([]);
    const { events, integrity } = await runtime.replay({ session_id: workspace.session });
    expect(integrity.ok).toBe(true);
    expect(events.find(({ type }) => type === 'memory.forgotten')).toMatchObject({
      actor: 'user',
      payload: { events: [{ seq: 1 }] },
    });
    const copy = path.join(root, 'shared');
    cpSync(workspace.eventloomDir, path.join(copy, '.eventloom'), { recursive: true });
    const other = await openRuntime(resolveWorkspace({ cwd: copy, env: { ZAXY_DOMAIN: 'demo' } }), {
      stateDir: path.join(root, 'state'),
    });
    await other.append({ event_type: 'decision.made', actor: 'me', payload: { decision: SECRET } });
    expect(JSON.stringify(await other.checkout({ query: 'vault code' }))).not.toMatch(/flowerpot/i);
    await other.close();
    expect(filesHolding('flowerpot')).toEqual([]);
  });

  it('includes the notes and summaries made from it, and leaves the others', async () => {
    const { store } = runtime;
    const tool = { channel: 'tool' } as const;
    const of = (type: string, payload: JsonObject) =>
      byOperation({
        type,
        actorId: 'a',
        origin: tool,
        payload: { session_id: 'c-1', made_by: 'openai:m', ...payload },
      });
    const [, command, other] = await store.append(workspace.session, [
      of('transcript.turn', { role: 'user', content: 'Please find the thing' }),
      of('command.completed', { command: 'cat vault.txt', stdout: SECRET }),
      of('command.completed', { command: 'npm test' }),
    ]);
    const [made] = await store.append(workspace.session, [
      of('note.recorded', { type: 'discovery', title: 'Key beneath a pot', covers: [command!.id] }),
      of('note.recorded', { type: 'change', title: 'Tests pass', covers: [other!.id] }),
      of('session.summarized', { request: 'Something under crockery', prompt_number: 1 }),
      of('session.summarized', { request: 'Another turn', prompt_number: 2 }),
    ]);
    await store.append(workspace.session, [
      of('note.changed', { note: made!.id, title: 'Key beneath the pottery' }),
    ]);
    const { citation } = await runtime.store
      .at(workspace.session, command!.seq)
      .then((event) => ({ citation: renderCitation(workspace.session, event!.seq, event!.hash) }));
    const { rows } = await shown({ citations: [citation] });
    expect(rows.map(({ event_type, why }) => [event_type, why])).toEqual([
      ['command.completed', 'chosen'],
      ['note.recorded', 'made_from_it'],
      ['session.summarized', 'made_from_it'],
      ['note.changed', 'made_from_it'],
    ]);
    const opened = await runtime.memory.open();
    if (!opened.ok) throw new Error(opened.reason);
    const { notes } = opened.memory;
    expect(await notes.observations({ log: workspace.session, limit: 9 })).toHaveLength(2);
    expect(await forgot({ citations: [citation] })).toMatchObject({ forgotten: 4, left: [] });
    const left = await notes.observations({ log: workspace.session, limit: 9 });
    expect(left.map(({ title }) => title)).toEqual(['Tests pass']);
    for (const text of ['flowerpot', 'Key beneath', 'crockery'])
      expect(filesHolding(text)).toEqual([]);
  });

  it('includes all versions of a fact, and refuses the fact under another type', async () => {
    const saved = await remember(
      runtime.context,
      { text: 'Deploys go through the old jump host' },
      user,
    );
    await correct(
      runtime.context,
      { citation: saved.citation, text: 'Deploys go through the new bastion machine' },
      user,
    );
    const done = await forgot({ entity_name: saved.entity_name, entity_type: 'memory' });
    expect(done.forgotten).toBe(2);
    for (const word of ['jump host', 'bastion']) expect(filesHolding(word)).toEqual([]);
    await expect(
      remember(runtime.context, { text: 'deploys go through the new BASTION machine!' }, user),
    ).rejects.toMatchObject({ code: 'conflict' });
    const again = await runtime.append({
      event_type: 'decision.made',
      actor: 'model',
      payload: { decision: 'Deploys go through the old jump-host' },
    });
    expect(again.forgotten).toEqual(['$']);
    expect(JSON.stringify(await runtime.checkout({ query: 'deploys host bastion' }))).not.toMatch(
      /jump|bastion machine/,
    );
  });

  it('includes a whole session, and leaves the others', async () => {
    await say('Something private about the garden party.', 'private');
    await say('Nothing will be said about the guests either.', 'private');
    await say('The build is green.');
    const done = await forgot({ whole_session: true, session_id: 'private' });
    expect(done).toMatchObject({ forgotten: 2, left: [] });
    expect(filesHolding('garden party')).toEqual([]);
    expect(JSON.stringify(await runtime.query({ query: 'build green' }))).toContain('green');
  });

  it('refuses a value before it was ever recorded', async () => {
    await forgot({ values: ['4711-0815'] });
    await say('My number is 47110815, call me.');
    expect(filesHolding('47110815')).toEqual([]);
    expect(JSON.stringify(await runtime.replay({ session_id: workspace.session }))).toContain(
      'My number is [FORGOTTEN], call me.',
    );
  });

  it.each([
    ['nothing at all', {}, 'invalid_request'],
    ['two ways at once', { query: 'x', whole_session: true }, 'invalid_request'],
    ['a value of three letters', { values: ['vim'] }, 'invalid_request'],
    ['words that no event contains', { query: 'zeppelin' }, 'not_found'],
    [
      'a citation of another log',
      { citations: ['eventloom://demo-default/events/1#000000000000'] },
      'not_found',
    ],
  ])('is refused for %s', async (_name, request, code) => {
    await say('The build is green.');
    await expect(forget(runtime.context, request, user)).rejects.toMatchObject({ code });
    expect(existsSync(`${workspace.eventloomDir}/runtime/forgetting`)).toBe(false);
  });
});
