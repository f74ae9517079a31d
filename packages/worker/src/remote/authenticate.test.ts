import { afterEach, describe, expect, it } from 'vitest';
import type { EventStore } from '@hookloom/core/events';
import { projectedRuntime, workspace } from '../../test/fixture.ts';
import { ADMIN, answeringOf, as, JSON_HEADERS, remoteOf, TOKEN } from '../../test/remote.ts';
import type { Remote } from '../../test/remote.ts';

let remote: Remote;
let store: EventStore;
afterEach(() => remote.close());

const guarded = { MCP_REMOTE_AUTH_TOKEN: TOKEN };

async function start(env: Record<string, string> = guarded): Promise<void> {
  const projected = await projectedRuntime();
  ({ store } = projected);
  remote = await remoteOf(answeringOf(projected.runtime, env), env);
}

const note = (title: string, more = {}) => ({
  event_type: 'decision.made',
  actor: 'a',
  payload: { title },
  ...more,
});

describe('the token', () => {
  it.each([
    ['none', {}],
    ['another', as('alice', 'another-token-0123456789')],
    ['one that only begins the same', as('alice', TOKEN.slice(0, -1))],
    ['a longer one', as('alice', `${TOKEN}0`)],
    ['another scheme', { ...as('alice'), authorization: `Basic ${TOKEN}` }],
    ['two words', { ...as('alice'), authorization: `Bearer ${TOKEN} ${TOKEN}` }],
    ['an empty one', { ...as('alice'), authorization: 'Bearer ' }],
  ])('%s is refused before the body is read', async (_, headers) => {
    await start();
    const answer = await remote.ask({ headers: { ...JSON_HEADERS, ...headers }, body: '{' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain(
      `resource_metadata="http://127.0.0.1:${remote.port}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(answer.text).not.toContain(TOKEN.slice(0, 8));
  });

  it('selects the session to use', async () => {
    await start();
    const { authorization } = as('alice');
    const missing = await remote.modern('tools/list', {}, { authorization });
    expect([missing.status, missing.json.error.message]).toEqual([
      400,
      'The header x-zaxy-session-id is missing.',
    ]);
    for (const session of ['../alice', '__refs__', 'alice.after-3', 'alice.tail-1-0123abcd', 'a b'])
      expect((await remote.modern('tools/list', {}, as(session))).status).toBe(400);
    expect((await remote.modern('tools/list', {}, as('alice'))).status).toBe(200);
  });

  it('is described to callers without one', async () => {
    await start();
    const path = '/.well-known/oauth-protected-resource/mcp';
    expect((await remote.ask({ method: 'GET', path })).json).toEqual({
      resource: `http://127.0.0.1:${remote.port}/mcp`,
      resource_name: 'Hookloom memory',
      bearer_methods_supported: ['header'],
    });
  });
});

describe('a caller', () => {
  it('reads and writes only its own session', async () => {
    await start();
    const mine = await remote.call('memory_append', note('Tabs, not spaces'), as('alice'));
    expect(mine.session_id).toBe('alice');
    const [row] = await remote.call('memory_query', { query: 'tabs spaces' }, as('alice'));
    expect(row.citation).toBe(mine.citation);
    expect(await remote.call('memory_query', { query: 'tabs spaces' }, as('bob'))).toEqual([]);
  });

  it('gets the same answer for an existing and for a missing session', async () => {
    await start();
    await remote.call('memory_append', note('Tabs, not spaces'), as('alice'));
    const asked = ['alice', 'nobody'].map(async (session_id) => [
      await remote.call('memory_query', { query: 'tabs', session_id }, as('bob')),
      await remote.call('memory_checkout', { query: 'tabs', session_id }, as('bob')),
      await remote.call('memory_append', note('x', { session_id }), as('bob')),
    ]);
    const [there, missing] = await Promise.all(asked);
    expect(there).toEqual(missing);
    for (const answer of there!) expect(answer.error.code).toBe('permission_denied');
  });

  it('cannot name several sessions, use a cursor of another, or open another’s citations', async () => {
    await start();
    for (let at = 0; at < 3; at++)
      await remote.call('memory_append', note(`Tabs in part ${at}`), as('alice'));
    const mine = await remote.call('memory_append', note('Spaces'), as('bob'));
    const page = await remote.call(
      'memory_query',
      { query: 'tabs', paged: true, limit: 1 },
      as('alice'),
    );
    expect(page.next_cursor).not.toBeNull();
    const followed = { query: 'tabs', limit: 1, cursor: page.next_cursor };
    expect((await remote.call('memory_query', followed, as('bob'))).error.code).toBe(
      'invalid_request',
    );
    for (const session_ids of [['bob', 'alice'], ['bob']])
      expect(
        (await remote.call('memory_query', { query: 'tabs', session_ids }, as('bob'))).error.code,
      ).toBe('permission_denied');
    const { citation } = page.contexts[0];
    const read = (uri: string, session: string) =>
      remote.modern('resources/read', { uri }, as(session));
    expect((await read(citation, 'alice')).json.result.contents).toHaveLength(1);
    const foreign = await read(citation, 'bob');
    const missing = await read(citation.replace('alice', 'nobody'), 'bob');
    expect(foreign.json.error.message).toBe(missing.json.error.message);
    const listed = await remote.modern('resources/list', {}, as('bob'));
    expect(listed.json.result.resources.map(({ name }: { name: string }) => name)).toEqual(['bob']);
    expect((await read(mine.citation, 'bob')).status).toBe(200);
  });

  it('leaves no trace in the log of another session', async () => {
    await start();
    await remote.call('memory_append', note('Tabs'), as('alice'));
    await remote.call('memory_query', { query: 'tabs', session_id: 'alice' }, as('bob'));
    await remote.call('memory_query', { query: 'tabs' }, as('carol'));
    await remote.close();
    const before = (await store.sessions()).map(({ session, head }) => [session, head?.seq]);
    // Its own append, and the record of that call.
    expect(before).toEqual([['alice', 2]]);
  });
});

describe('administration', () => {
  const tools = {
    memory_replay: {},
    memory_export: {},
    memory_invalidate: { entity_name: 'x', entity_type: 'y', actor: 'a' },
    memory_release: { withheld: 'x', reason: 'y' },
    memory_forget: { query: 'x', reason: 'y' },
  };

  it('is refused if the server has no admin token', async () => {
    await start();
    for (const [tool, args] of Object.entries(tools))
      expect((await remote.call(tool, args, as('alice'))).error.code).toBe('permission_denied');
  });

  it('needs the admin token, and stays within the session of the caller', async () => {
    await start({ ...guarded, MCP_ADMIN_TOKEN: ADMIN });
    await remote.call('memory_append', note('Tabs'), as('alice'));
    for (const [tool, args] of Object.entries(tools))
      for (const admin_token of [undefined, '', 'wrong-admin-token-0123', TOKEN]) {
        const answer = await remote.call(tool, { ...args, admin_token }, as('alice'));
        expect([tool, answer.error.code]).toEqual([tool, 'permission_denied']);
      }
    const replay = (session_id: string, by: string) =>
      remote.call('memory_replay', { session_id, admin_token: ADMIN }, as(by));
    expect((await replay('alice', 'alice')).events.length).toBeGreaterThan(0);
    expect((await replay('alice', 'bob')).error.code).toBe('permission_denied');
    expect((await replay(workspace.session, 'bob')).error.code).toBe('permission_denied');
  });
});
