import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fact, runtimeOf, workspace } from '../../test/fixture.ts';
import {
  answeringOf,
  as,
  INITIALIZE,
  JSON_HEADERS,
  remoteOf,
  TOKEN,
  type Remote,
} from '../../test/remote.ts';
import type { RemoteLimits } from './serve-http.ts';

let remote: Remote;
afterEach(() => remote.close());

const open: Record<string, string> = {};
const guarded = { MCP_REMOTE_AUTH_TOKEN: TOKEN };

async function start(env = open, limits: RemoteLimits = {}): Promise<void> {
  const { runtime } = await runtimeOf([fact(1, 'Use JSONL for the log')]);
  remote = await remoteOf(answeringOf(runtime, env), env, limits);
}

const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const inSession = (id: string, more = {}) => ({ ...JSON_HEADERS, 'mcp-session-id': id, ...more });

describe('a client of the revision 2026-07-28', () => {
  it('discovers the server, lists tools and calls one, without a session', async () => {
    await start();
    const found = await remote.modern('server/discover');
    expect(found.json.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    const { tools } = (await remote.modern('tools/list')).json.result;
    expect(tools[0].name).toBe('memory_checkout');
    expect(await remote.call('memory_query', { query: 'JSONL' })).toMatchObject([
      { content: 'Use JSONL for the log' },
    ]);
    expect(remote.sessions()).toBe(0);
  });

  it('gets an error if headers and body disagree, and a list of revisions', async () => {
    await start();
    const odd = await remote.modern('tools/list', {}, { 'mcp-method': 'tools/call' });
    expect([odd.status, odd.json.error.code]).toEqual([400, -32020]);
    const unnamed = await remote.modern('nothing/here');
    expect([unnamed.status, unnamed.json.error.code]).toEqual([404, -32601]);
  });
});

describe('a client of an older revision', () => {
  it('works in the session that initialize returned until it ends the session', async () => {
    await start();
    const id = await remote.initialize();
    const listed = await remote.ask({ headers: inSession(id), body: list });
    expect(listed.json.result.tools[0].name).toBe('memory_checkout');
    const ended = await remote.ask({ method: 'DELETE', headers: inSession(id) });
    expect(ended.status).toBe(200);
    expect((await remote.ask({ headers: inSession(id), body: list })).status).toBe(404);
    expect(remote.sessions()).toBe(0);
  });

  it('gets an error without its session', async () => {
    await start();
    expect((await remote.ask({ body: list })).status).toBe(400);
    expect((await remote.ask({ method: 'GET' })).status).toBe(405);
  });

  it('cannot use the session of another caller, and does not learn that it exists', async () => {
    await start(guarded);
    const id = await remote.initialize(as('alice'));
    const [foreign, unknown] = await Promise.all(
      [id, 'a-session-that-never-was'].map((each) =>
        remote.ask({ headers: inSession(each, as('bob')), body: list }),
      ),
    );
    expect(foreign!.status).toBe(404);
    expect(foreign!.text).toBe(unknown!.text);
    const ended = await remote.ask({ method: 'DELETE', headers: inSession(id, as('bob')) });
    expect(ended.status).toBe(404);
    expect((await remote.ask({ headers: inSession(id, as('alice')), body: list })).status).toBe(
      200,
    );
  });
});

describe('sessions', () => {
  it('are limited: the one that was unused the longest is closed', async () => {
    let clock = 0;
    await start(open, { maxSessions: 3, now: () => clock++ });
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await remote.initialize());
    expect(remote.sessions()).toBe(3);
    const statuses = ids.map(
      async (id) => (await remote.ask({ headers: inSession(id), body: list })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200, 200]);
  });

  it('end when they are unused for a while', async () => {
    let clock = 0;
    await start(open, { idleMs: 1000, now: () => clock });
    await remote.initialize();
    clock = 1000;
    remote.evictIdle();
    expect(remote.sessions()).toBe(1);
    clock = 1001;
    remote.evictIdle();
    expect(remote.sessions()).toBe(0);
  });
});

describe('a request that is not a single JSON message', () => {
  it.each([
    ['not JSON', '{', 400],
    ['a list of messages', JSON.stringify([list, list]), 400],
    ['a word', '"initialize"', 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), 400],
    ['nothing', '', 400],
  ])('%s is refused', async (_, body, status) => {
    await start();
    expect((await remote.ask({ body })).status).toBe(status);
  });

  it('of another content type is refused', async () => {
    await start();
    const headers = { ...JSON_HEADERS, 'content-type': 'text/plain' };
    expect((await remote.ask({ headers, body: INITIALIZE })).status).toBe(415);
    const packed = { ...JSON_HEADERS, 'content-encoding': 'gzip' };
    expect((await remote.ask({ headers: packed, body: INITIALIZE })).status).toBe(415);
  });

  it('above 4 MiB is refused, and accepted at the limit', async () => {
    await start();
    const of = (size: number) => {
      const head = '{"jsonrpc":"2.0","id":1,"method":"none","params":{"x":"';
      return `${head}${'x'.repeat(size - head.length - 3)}"}}`;
    };
    const limit = 4 * 1024 * 1024;
    expect((await remote.ask({ body: of(limit) })).status).toBe(400);
    expect(await statusOf(remote.ask({ body: of(limit + 1) }))).toBe(413);
    // Without a length, the size shows only while it is read.
    const chunked = { ...JSON_HEADERS, 'transfer-encoding': 'chunked' };
    expect(await statusOf(remote.ask({ headers: chunked, body: of(limit + 1) }))).toBe(413);
    expect((await remote.modern('tools/list')).status).toBe(200);
  });
});

/** The server may close the connection before the complete body was sent. */
async function statusOf(answer: Promise<{ status: number }>): Promise<number> {
  return answer.then(
    ({ status }) => status,
    ({ code }: NodeJS.ErrnoException) => (code === 'ECONNRESET' || code === 'EPIPE' ? 413 : 0),
  );
}

it('beyond a caller’s limit of open requests is refused', async () => {
  await start(open, { maxOpen: 1 });
  const id = await remote.initialize();
  const stream = net.connect(remote.port, '127.0.0.1');
  const begun = new Promise((resolve) => stream.once('data', resolve));
  stream.write(
    `GET /mcp HTTP/1.1\r\nhost: 127.0.0.1:${remote.port}\r\naccept: text/event-stream\r\nmcp-session-id: ${id}\r\n\r\n`,
  );
  await begun;
  const refused = await remote.modern('tools/list');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy();
  await closed;
});

it('a stopping server completes running calls', async () => {
  const { runtime } = await runtimeOf();
  const answering = answeringOf(runtime);
  let finish = (): void => {};
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  remote = await remoteOf({
    ...answering,
    dispatch: async () => {
      begin();
      await new Promise<void>((resolve) => (finish = resolve));
      return { text: '"done"', isError: false };
    },
  });
  const call = remote.call('memory_checkout', { query: 'x' });
  await begun;
  const closing = remote.close();
  finish();
  expect(await call).toBe('done');
  await closing;
});

it('every caller of this user reads the workspace’s default session', async () => {
  await start();
  const { result } = (await remote.modern('resources/list')).json;
  expect(result).toMatchObject({ cacheScope: 'private', ttlMs: 0 });
  const page = await remote.call('memory_query', { query: 'JSONL', paged: true });
  expect(page.session_id).toBe(workspace.session);
});
