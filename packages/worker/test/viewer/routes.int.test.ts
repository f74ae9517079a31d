/** The viewer's files and its own routes, asked as a program does. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/http/server.ts';
import { viewerRoutes } from '../../src/http/viewer/index.ts';
import { oneWorkspace } from '../one-workspace.ts';
import { recordWorkspace, type Recorded } from './recorded-workspace.ts';
import { VIEWER_FILES } from './viewer-site.ts';

const TOKEN = 'token';
let folder: string;
let recorded: Recorded;
let server: RunningServer;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
  recorded = await recordWorkspace(folder);
  const routes = viewerRoutes(oneWorkspace(recorded.runtime), VIEWER_FILES);
  server = await startServer({ routes, port: 0, access: { token: TOKEN, requireToken: true } });
});
afterAll(async () => {
  await server.close();
  await recorded.runtime.close();
  fs.rmSync(folder, { recursive: true });
});

interface Asked {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Over a socket of its own: `fetch` would tidy a hostile path up before it is sent. */
function ask(target: string, { token = true, method = 'GET', body = '' } = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const call = http.request(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path: target,
        headers: {
          ...(token && { authorization: `Bearer ${TOKEN}` }),
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const json = async (target: string): Promise<any> => JSON.parse((await ask(target)).text);

it('all of the viewer is under 120 KB as gzip sends it, without a source map', () => {
  const files = fs
    .readdirSync(VIEWER_FILES, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(VIEWER_FILES, name)).isFile());
  const bytes = files.map((name) => fs.readFileSync(path.join(VIEWER_FILES, name)));
  const sent = bytes.reduce((sum, each) => sum + gzipSync(each).length, 0);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(sent).toBeGreaterThan(10_000);
  expect(sent).toBeLessThan(120_000);
});

it('the page lets no script, style, frame or request of elsewhere in', async () => {
  const { status, headers, text } = await ask('/', { token: false });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = headers['content-security-policy'] as string;
  for (const rule of [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `connect-src 'self'`,
    `img-src 'self' data:`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(text).not.toMatch(/<style|style=|onload=|https?:/);
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
});

it.each([
  '/viewer/../../cli.mjs',
  '/viewer/..%2f..%2fcli.mjs',
  '/viewer/%2e%2e%2fcli.mjs',
  '/viewer/..%5c..%5ccli.mjs',
  '/viewer/app.js%00.css',
  '/viewer//etc/passwd',
  '/viewer/%2fetc%2fpasswd',
  '/viewer/.',
  '/viewer/__proto__',
  '/viewer/%ff',
])('%s is no file of the viewer', async (target) => {
  expect((await ask(target)).status).toBe(404);
});

it('recorded text is shown to nobody without the token', async () => {
  const targets = [
    'events',
    'event?citation=x',
    'live',
    'sessions',
    'memory/facts',
    'graph?name=x',
  ];
  for (const target of targets)
    expect((await ask(`/api/viewer/${target}`, { token: false })).status).toBe(401);
});

it('the log is listed from its end, by pages and by what is asked for', async () => {
  const first = await json('/api/viewer/events?limit=5');
  expect(first.events).toHaveLength(5);
  expect(first.events[0]).toMatchObject({ seq: first.head, kind: 'command', client: 'codex' });
  const next = await json(`/api/viewer/events?limit=5&before=${first.before}`);
  expect(next.events[0].seq).toBe(first.events[4].seq - 1);
  const notes = await json('/api/viewer/events?kind=note&concept=gotcha');
  expect(notes.events.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Due dates are compared as calendar days',
  ]);
  const edits = await json('/api/viewer/events?kind=edit&file=numbering&to=2026-11-19');
  expect(edits.events.map(({ files }: { files: string[] }) => files)).toEqual([
    ['docs/numbering.md'],
  ]);
});

it.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['before=-1', 'before'],
  ['file=', 'file'],
])('a request beyond its bounds is refused: %s', async (query, name) => {
  const long = name === 'file' ? 'x'.repeat(600) : '';
  const { status, text } = await ask(`/api/viewer/events?${query}${long}`);
  expect([status, text]).toEqual([400, expect.stringContaining(name)]);
});

it('a log that is named like a path is refused', async () => {
  expect((await ask('/api/viewer/events?log=../secrets')).status).toBe(400);
});

it('the graph stands as it stood: nothing is around a decision before it was made', async () => {
  const asked = `/api/viewer/graph?name=${encodeURIComponent('Due dates are calendar days in UTC')}`;
  const now = await json(asked);
  expect(now.edges.map(({ relation }: { relation: string }) => relation)).toContain(
    'causal_caused',
  );
  expect((await json(`${asked}&as_of=10`)).edges).toEqual([]);
});

it('what a person corrects is recorded as said by a person', async () => {
  const { facts } = await json('/api/viewer/memory/facts?type=task');
  const { citation, entity_name, entity_type } = facts[0];
  const answer = await ask('/api/viewer/memory/correct', {
    method: 'POST',
    body: JSON.stringify({ citation, entity_name, entity_type, text: 'Show it in both mails' }),
  });
  expect(answer.status).toBe(200);
  const head = (await recorded.runtime.store.head('invoices-default'))!;
  expect(await recorded.runtime.store.at('invoices-default', head.seq)).toMatchObject({
    type: 'memory.corrected',
    origin: { channel: 'user', client: 'viewer' },
    payload: { text: 'Show it in both mails' },
  });
});

it('a note is pinned as what it is', async () => {
  const { events } = await json('/api/viewer/events?type=note.recorded');
  const { citation, id } = events[0];
  await ask('/api/viewer/memory/pin', { method: 'POST', body: JSON.stringify({ citation }) });
  const head = (await recorded.runtime.store.head('invoices-default'))!;
  expect(await recorded.runtime.store.at('invoices-default', head.seq)).toMatchObject({
    type: 'note.changed',
    payload: { note: id, pinned: true },
  });
});

it('a dead letter goes away once it was put back', async () => {
  const { dead } = await json('/api/viewer/integrity');
  expect(dead).toHaveLength(1);
  const body = JSON.stringify({ covers: dead[0].covers });
  expect((await ask('/api/viewer/integrity/retry', { method: 'POST', body })).status).toBe(200);
  expect((await json('/api/viewer/integrity')).dead).toEqual([]);
});

it('costs are counted from what was recorded', async () => {
  const { ledger, handed, storage } = await json('/api/viewer/economics');
  expect(ledger).toEqual([
    expect.objectContaining({ model: 'llama3.2', calls: 1, input_tokens: 9630, cost_usd: 0 }),
    expect.objectContaining({ model: 'claude-haiku-4-5', calls: 1, cost_usd: 0.0269 }),
  ]);
  expect(handed[0]).toMatchObject({ injections: 1, bytes: 2964 });
  expect(storage.map(({ kind }: { kind: string }) => kind)).toContain('log');
});
