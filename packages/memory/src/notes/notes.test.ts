import { byOperation, type EventStore, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';

const LOG = 'demo-default';
const page = { log: LOG, limit: 100 };
let store: EventStore;
let memory: Memory;

beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

let minute = 0;
function at(type: string, payload: JsonObject, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  const timestamp = new Date(Date.UTC(2026, 10, 21, 10, minute++)).toISOString();
  const origin = { channel: 'tool', client: 'claude-code' } as const;
  return byOperation({ type, actorId: 'a', payload, origin, timestamp, ...more });
}
const say = (content: string, session_id = 'c-1', role = 'user') =>
  at('transcript.turn', { role, content, session_id });
const note = (title: string, more: JsonObject = {}, id?: string) =>
  at(
    'note.recorded',
    { session_id: 'c-1', type: 'change', title, made_by: 'rules', ...more },
    id === undefined ? {} : { id },
  );
const record = (...events: UnsealedEvent[]) => store.append(LOG, events);
const titles = async (more: object = {}) =>
  (await memory.notes.observations({ ...page, ...more })).map(({ title }) => title);

describe('the notes of a log', () => {
  it('open a session with its first event, count its prompts, and complete it', async () => {
    await record(
      at('hook.session_started', { session_id: 'c-1', workspace: '/home/dev/shop' }),
      say('Keep me logged in'),
      say('I will look', 'c-1', 'assistant'),
      say('And test it'),
      at('session.ended', { session_id: 'c-1', reason: 'exit' }),
      at('session.ended', { session_id: 'never-seen', reason: 'exit' }),
    );
    const [session, ...others] = await memory.notes.sessions(page);
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      seq: 1,
      content_session_id: 'c-1',
      platform_source: 'claude-code',
      user_prompt: 'Keep me logged in',
      prompt_counter: 2,
      status: 'completed',
      completed_at: expect.stringMatching(/^2026-11-21T/),
    });
    expect(
      (await memory.notes.prompts(page)).map((row) => [row.prompt_number, row.prompt_text]),
    ).toEqual([
      [2, 'And test it'],
      [1, 'Keep me logged in'],
    ]);
    await record(say('One more thing'));
    expect(await memory.notes.session(LOG, 'c-1')).toMatchObject({
      status: 'active',
      completed_at: null,
      prompt_counter: 3,
    });
  });

  it("do not include the log's own server session or calls of this product", async () => {
    await record(
      at('transcript.turn', { role: 'user', content: 'hello', session_id: LOG }),
      at('tool.call.completed', { tool_name: 'x', status: 'ok', self: true, session_id: 'c-9' }),
      at('transcript.turn', { role: 'user', content: 'nobody said who' }),
    );
    expect(await memory.notes.sessions(page)).toEqual([]);
    expect(await memory.notes.prompts(page)).toEqual([]);
  });

  it('apply merges and corrections to a note, and keep the content that a better one replaced', async () => {
    await record(
      note('Login changed', { files_modified: ['src/login.ts'], covers: ['evt_1'] }, 'evt_n1'),
      at('note.merged', { note: 'evt_n1', covers: ['evt_2'], files_modified: ['src/token.ts'] }),
      at('note.changed', { note: 'evt_n1', title: 'Login keeps its token', pinned: true }),
      note('Half a truth', {}, 'evt_n2'),
      note('The whole truth', { supersedes: 'evt_n2' }),
      at('note.changed', { note: 'evt_unknown', title: 'nobody' }),
    );
    expect(await titles()).toEqual(['The whole truth', 'Login keeps its token']);
    const [first] = await memory.notes.observations({ ...page, files: ['src/token.ts'] });
    expect(first).toMatchObject({
      title: 'Login keeps its token',
      files_modified: ['src/login.ts', 'src/token.ts'],
      covers: ['evt_1', 'evt_2'],
      relevance_count: 2,
      pinned: true,
      channel: 'tool',
    });
    expect(await titles({ includeSuperseded: true })).toContain('Half a truth');
    expect(await titles({ pinned: true })).toEqual(['Login keeps its token']);
  });

  it('are listed by time, session, type, concept, file and client, page by page', async () => {
    await record(
      note('one', { type: 'bugfix', concepts: ['gotcha'], files_read: ['a.ts', 'b.ts'] }),
      note('two', { session_id: 'c-2', concepts: ['gotcha', 'pattern'], files_read: ['b.ts'] }),
      note('three', { type: 'bugfix', files_modified: ['a.ts'] }),
    );
    expect(await titles()).toEqual(['three', 'two', 'one']);
    expect(await titles({ order: 'oldest' })).toEqual(['one', 'two', 'three']);
    expect(await titles({ limit: 1, offset: 1 })).toEqual(['two']);
    expect(await titles({ before: 3 })).toEqual(['two', 'one']);
    expect(await titles({ types: ['bugfix'] })).toEqual(['three', 'one']);
    expect(await titles({ contentSessionId: 'c-2' })).toEqual(['two']);
    expect(await titles({ concepts: ['gotcha'] })).toEqual(['two', 'one']);
    expect(await titles({ files: ['a.ts', 'b.ts'] })).toEqual(['three', 'two', 'one']);
    expect(await titles({ files: ['b.ts'], concepts: ['pattern'] })).toEqual(['two']);
    expect(await titles({ platforms: ['codex'] })).toEqual([]);
  });

  it('are found by all words first, then by some, and treat search operators as words', async () => {
    await record(
      note('Refresh token is stored', { narrative: 'The login lost it after an hour' }),
      note('Token format', { concepts: ['pattern'] }),
      say('Why does the login fail?'),
      at('session.summarized', { session_id: 'c-1', learned: 'Tokens expire', made_by: 'rules' }),
    );
    const search = (query: string, more: object = {}) =>
      memory.notes.search({ ...page, query, ...more });
    const found = await search('the refresh tokens');
    expect(found.observations.map(({ title }) => title)).toEqual([
      'Refresh token is stored',
      'Token format',
    ]);
    expect(found.observations[0]!.score).toBeGreaterThan(found.observations[1]!.score);
    expect(found.sessions.map(({ learned }) => learned)).toEqual(['Tokens expire']);
    expect((await search('login fail')).prompts).toHaveLength(1);
    expect((await search('token', { kinds: ['prompts'] })).observations).toEqual([]);
    expect((await search('token', { concepts: ['pattern'] })).observations).toHaveLength(1);
    for (const query of ['" OR title:', 'NEAR(token', '***', '', 'AND'])
      await expect(search(query)).resolves.toBeDefined();
  });

  it('are listed around a point in time, with counts', async () => {
    await record(...['one', 'two', 'three', 'four'].map((title) => note(title)), say('What now?'));
    const [, second] = await memory.notes.observations({ ...page, order: 'oldest' });
    const around = await memory.notes.around({
      log: LOG,
      at: second!.created_at_epoch,
      before: 2,
      after: 1,
    });
    expect(around.observations.map(({ title }) => title)).toEqual(['one', 'two', 'three']);
    expect(await memory.notes.counts(LOG)).toMatchObject({ observations: 4, prompts: 1 });
    expect(await memory.notes.counts('no-such-log')).toMatchObject({
      observations: 0,
      firstObservationAt: null,
    });
  });

  it('forget with their event, including words and files', async () => {
    const [, secret] = await record(note('kept'), note('heron nests', { files_read: ['h.ts'] }));
    await record(
      at('memory.forgotten', { events: [{ id: secret!.id, seq: 2, digest: 'sha256:00' }] }),
    );
    expect(await titles()).toEqual(['kept']);
    expect(await titles({ files: ['h.ts'] })).toEqual([]);
    const { observations } = await memory.notes.search({ ...page, query: 'heron' });
    expect(observations).toEqual([]);
  });

  it('are found only by their corrected words, and not at all once forgotten, all within one batch', async () => {
    await record(
      note('heron nests', {}, 'evt_h'),
      at('note.changed', { note: 'evt_h', title: 'stork nests' }),
      note('owl nests', {}, 'evt_o'),
      at('memory.forgotten', { events: [{ id: 'evt_o', seq: 3, digest: 'sha256:00' }] }),
    );
    const found = async (query: string) =>
      (await memory.notes.search({ ...page, query })).observations.map(({ title }) => title);
    expect(await found('heron')).toEqual([]);
    expect(await found('stork')).toEqual(['stork nests']);
    expect(await found('owl')).toEqual([]);
  });
});

describe('the search of notes', () => {
  it('finds the oldest note on a file that a thousand newer ones changed, with its filters', async () => {
    const on = (path: string) => ({ files_modified: [path], concepts: ['pattern'] });
    await record(
      note('The heron was mended', on('src/shop.ts')),
      note('The heron was mended elsewhere', on('src/other.ts')),
      note('A decision on the heron', { ...on('src/shop.ts'), type: 'decision' }),
      ...Array.from({ length: 1000 }, (_, i) => note(`Change ${i}`, on('src/shop.ts'))),
    );
    const found = async (more: object) => {
      const request = { log: LOG, query: 'heron', limit: 10, files: ['src/shop.ts'], ...more };
      const { observations } = await memory.notes.search(request);
      return observations.map(({ title }) => title).toSorted();
    };
    expect(await found({})).toEqual(['A decision on the heron', 'The heron was mended']);
    expect(await found({ concepts: ['pattern'], types: ['change'] })).toEqual([
      'The heron was mended',
    ]);
    expect(await found({ concepts: ['gotcha'] })).toEqual([]);
    expect(await found({ query: 'heron missing' })).toHaveLength(2);
  });
});
