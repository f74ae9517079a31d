import http from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { fact, runtimeOf } from '../../test/fixture.ts';
import { answeringOf, as, INITIALIZE, JSON_HEADERS, remoteOf, TOKEN } from '../../test/remote.ts';
import type { Remote } from '../../test/remote.ts';

let remote: Remote;
afterEach(() => remote.close());

const env = { MCP_REMOTE_AUTH_TOKEN: TOKEN };

async function start(): Promise<void> {
  const { runtime } = await runtimeOf([fact(1, 'Use JSONL for the log')]);
  remote = await remoteOf(answeringOf(runtime, env), env);
}

interface Stream {
  /** The data of the next event. */
  next(): Promise<string>;
  end(): void;
}

function open(headers: http.OutgoingHttpHeaders): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: '127.0.0.1', port: remote.port, path: '/sse', headers },
      (response) => {
        const events: string[] = [];
        const waiting: ((data: string) => void)[] = [];
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const parts = `${rest}${chunk}`.split('\n\n');
          rest = parts.pop()!;
          for (const part of parts) {
            const data = /^data: (.*)$/m.exec(part)?.[1];
            if (data === undefined) continue;
            const reader = waiting.shift();
            if (reader === undefined) events.push(data);
            else reader(data);
          }
        });
        response.on('error', () => {});
        resolve({
          next: () =>
            new Promise((found) => {
              const data = events.shift();
              if (data === undefined) waiting.push(found);
              else found(data);
            }),
          end: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
  });
}

const post = (path: string, body: unknown, session = 'alice') =>
  remote.ask({ path, headers: { ...JSON_HEADERS, ...as(session) }, body });

it('tells a client of the oldest transport where to post, and sends its answers as events', async () => {
  await start();
  const stream = await open(as('alice'));
  const path = await stream.next();
  expect(path).toMatch(/^\/messages\?sessionId=[0-9a-f-]{36}$/);
  expect((await post(path, INITIALIZE)).status).toBe(202);
  expect(JSON.parse(await stream.next()).result.serverInfo.name).toBe('zaxy-memory');
  await post(path, { jsonrpc: '2.0', method: 'notifications/initialized' });
  await post(path, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(JSON.parse(await stream.next()).result.tools[0].name).toBe('memory_checkout');
  stream.end();
});

it('needs the token, because its address is not a credential, and another caller does not find it', async () => {
  await start();
  const stream = await open(as('alice'));
  const path = await stream.next();
  const foreign = await post(path, INITIALIZE, 'bob');
  const unknown = await post('/messages?sessionId=never', INITIALIZE, 'bob');
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  expect((await remote.ask({ path, body: INITIALIZE })).status).toBe(401);
  expect((await post(path, [INITIALIZE])).status).toBe(400);
  expect((await post(path, { hello: 1 })).status).toBe(400);
  stream.end();
});

it('tells a client that posts to /sse at once to use another transport', async () => {
  await start();
  const answer = await post('/sse', INITIALIZE);
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
});
