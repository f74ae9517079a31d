import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { isForbiddenAddress } from './forbidden-address.ts';
import { runHttp, type HttpOutcome } from './run-http.ts';

let server: http.Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function serve(listener: http.RequestListener): Promise<string> {
  server = http.createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

function call(url: string, parts: object = {}): Promise<HttpOutcome> {
  return runHttp({
    action: { kind: 'http', url, headers: {}, allowedEnvVars: [], ...parts },
    body: '{"a":1}',
    env: { TOKEN: 't', OTHER: 'o' },
    timeoutMs: 5_000,
  });
}

it('posts the payload as JSON with the headers, filling in only allowed variables', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => {
        const { authorization, 'x-other': other, 'content-type': type } = request.headers;
        seen.push([request.method, type, authorization, other, body]);
        response.end('{"decision":"block"}');
      });
  });
  const outcome = await call(url, {
    headers: { Authorization: 'Bearer $TOKEN', 'X-Other': '${OTHER}!' },
    allowedEnvVars: ['TOKEN'],
  });
  expect({ ...outcome, durationMs: 0 }).toEqual({
    kind: 'http',
    status: 200,
    body: '{"decision":"block"}',
    error: null,
    truncated: false,
    durationMs: 0,
  });
  expect(seen).toEqual([['POST', 'application/json', 'Bearer t', '!', '{"a":1}']]);
});

it('follows no redirect and reports every status', async () => {
  const url = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  expect(await call(url)).toMatchObject({ status: 302, error: null });
});

it('stops for an endpoint that never answers, one that does not exist and one that never ends', async () => {
  const url = await serve(() => {});
  const slow = await runHttp({
    action: { kind: 'http', url, headers: {}, allowedEnvVars: [] },
    body: '{}',
    env: {},
    timeoutMs: 200,
  });
  expect(slow).toMatchObject({ status: null, error: 'timeout' });
  server!.closeAllConnections();
  await new Promise<void>((resolve) => server!.close(() => resolve()));
  expect(await call(url)).toMatchObject({ status: null, error: 'refused' });
  const endless = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  expect(await call(endless)).toMatchObject({ status: 200, truncated: true });
});

it.each(['ftp://127.0.0.1/', 'not a url', 'file:///etc/passwd'])(
  '%s is not an address for a hook',
  async (url) => {
    expect(await call(url)).toMatchObject({ error: 'invalid_url' });
  },
);

it.each([
  'http://169.254.169.254/',
  'http://metadata.google.internal/',
  'http://[fe80::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://0.0.0.0/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://169.254.1/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[::169.254.169.254]/',
  'http://[febf::1]/',
  'http://[::]/',
  'http://100.100.100.200/',
  'http://METADATA.google.internal./',
])('refuses %s before anything is sent', async (url) => {
  expect(await call(url)).toMatchObject({ status: null, error: 'forbidden_address' });
});

it('addresses of the machine and of private networks are allowed', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '192.168.1.4', '10.0.0.1', 'example.org'])
    expect(isForbiddenAddress(host)).toBe(false);
  for (const host of ['fd00:ec2::253', '::ffff:10.0.0.1', '2001:db8::1', '1:2:3:4:5:6:7:8'])
    expect(isForbiddenAddress(host)).toBe(false);
});

it('recognises forbidden addresses in the form of a name server, with their zone', () => {
  expect(isForbiddenAddress('fe80::1%eth0')).toBe(true);
  expect(isForbiddenAddress('0:0:0:0:0:ffff:169.254.169.254')).toBe(true);
});

it('resolves a name before the call, and allows a loopback name', async () => {
  const url = await serve((_request, response) => response.end('{}'));
  expect(await call(url.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 200 });
  expect(await call('http://no-such-host.invalid/')).toMatchObject({
    status: null,
    error: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
  });
});

it('waits for a very long timeout, and does not let the file set headers of the connection', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers['transfer-encoding'], request.headers['content-length']);
    setTimeout(() => response.end('late'), 50);
  });
  const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': '1', Trailer: 'x' };
  const outcome = await runHttp({
    action: { kind: 'http', url, headers, allowedEnvVars: [] },
    body: '{"é":1}',
    env: {},
    timeoutMs: 10 ** 12,
  });
  expect([outcome.status, outcome.body, seen]).toEqual([200, 'late', [undefined, '8']]);
});

it('reports an answer that breaks off, and one that is not HTTP, without throwing', async () => {
  const broken = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"decision":');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await call(broken)).toMatchObject({ status: 200, body: '', error: 'ECONNRESET' });
  const rude = await serve((request) => void request.socket.end('hello\r\n\r\n'));
  expect(await call(rude)).toMatchObject({ status: null, error: 'HPE_INVALID_CONSTANT' });
});

it('cuts an answer exactly at the limit', async () => {
  const url = await serve((_request, response) => response.end('x'.repeat(5_000)));
  const outcome = await runHttp({
    action: { kind: 'http', url, headers: {}, allowedEnvVars: [] },
    body: '{}',
    env: {},
    timeoutMs: 5_000,
    capBytes: 100,
  });
  expect([outcome.body.length, outcome.truncated]).toEqual([100, true]);
});

it('does not send a header with a line break', async () => {
  const url = await serve((_request, response) => response.end());
  const outcome = await runHttp({
    action: { kind: 'http', url, headers: { 'X-A': '$V' }, allowedEnvVars: ['V'] },
    body: '{}',
    env: { V: 'a\r\nX-B: b' },
    timeoutMs: 5_000,
  });
  expect(outcome.error).toBe('invalid_header');
});
