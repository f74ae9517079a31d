/** The viewer's files and its own routes, requested by a program. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderCitation } from '@hookloom/core';
import { openJsonlStore } from '@hookloom/log';
import { recordWorkspace } from './recorded-workspace.ts';
import { openSite, VIEWER_FILES, type Site } from './viewer-site.ts';

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  await site.settled();
});
afterAll(async () => {
  await site.close();
  fs.rmSync(folder, { recursive: true });
});

interface Asked {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Over a raw socket, because `fetch` would normalise a hostile path before sending it. */
function ask(target: string, { token = true, method = 'GET', body = '' } = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const call = http.request(
      {
        host: '127.0.0.1',
        port: site.worker.port,
        method,
        path: target,
        headers: {
          ...(token && { authorization: `Bearer ${site.token}` }),
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

it('all of the viewer is under 120 KB compressed with gzip, without a source map', () => {
  const files = fs
    .readdirSync(VIEWER_FILES, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(VIEWER_FILES, name)).isFile());
  const bytes = files.map((name) => fs.readFileSync(path.join(VIEWER_FILES, name)));
  const sent = bytes.reduce((sum, each) => sum + gzipSync(each).length, 0);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(sent).toBeGreaterThan(10_000);
  expect(sent).toBeLessThan(120_000);
});

it('the page allows no script, style, frame or request of another origin', async () => {
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
])('%s is not a file of the viewer', async (target) => {
  expect((await ask(target)).status).toBe(404);
});

it('shows recorded text only with the token', async () => {
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

it('names a log of another installation in the list of projects, with the command that adopts it', async () => {
  const own = process.env['HOOKLOOM_STATE_DIR'];
  process.env['HOOKLOOM_STATE_DIR'] = path.join(folder, 'author');
  const [open] = await site.worker.workspaces.all();
  const { workspace } = open!;
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  const file = path.join(workspace.eventloomDir, 'from-author.jsonl');
  try {
    const origin = { channel: 'user' } as const;
    const payload = { decision: 'Deploys go through curl' };
    await store.append('from-author', [
      { type: 'decision.made', actorId: 'user', payload, origin },
    ]);
    process.env['HOOKLOOM_STATE_DIR'] = own;
    const { workspaces } = await json('/api/viewer/workspaces');
    expect(workspaces[0].notices).toEqual([
      {
        message: expect.stringContaining('from-author (1 event) was not written by'),
        command: 'hookloom log adopt from-author',
      },
    ]);
  } finally {
    process.env['HOOKLOOM_STATE_DIR'] = own;
    await store.close();
    fs.rmSync(file);
  }
});

it('lists the log from its end, by page and by filter', async () => {
  const first = await json('/api/viewer/events?limit=5');
  expect(first.events).toHaveLength(5);
  expect(first.events[0]).toMatchObject({ seq: first.head, kind: 'note', type: 'note.recorded' });
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

it('lists the sessions of an earlier part of the log by its end', async () => {
  const names = async (query: string): Promise<string[]> =>
    (await json(`/api/viewer/sessions?${query}`)).sessions.map(
      ({ session_id: id }: { session_id: string }) => id.slice(0, 8),
    );
  expect(await names('')).toHaveLength(3);
  expect(await names('before=40')).toEqual(['6957167e']);
});

it.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['before=-1', 'before'],
  ['file=', 'file'],
])('refuses a request beyond its limits: %s', async (query, name) => {
  const long = name === 'file' ? 'x'.repeat(600) : '';
  const { status, text } = await ask(`/api/viewer/events?${query}${long}`);
  expect([status, text]).toEqual([400, expect.stringContaining(name)]);
});

it('refuses a log name that looks like a path', async () => {
  expect((await ask('/api/viewer/events?log=../secrets')).status).toBe(400);
});

it('shows the graph at an earlier event: a decision has no edges before it was made', async () => {
  const asked = `/api/viewer/graph?name=${encodeURIComponent('Due dates are calendar days in UTC')}`;
  const now = await json(asked);
  expect(now.edges.map(({ relation }: { relation: string }) => relation)).toContain(
    'causal_caused',
  );
  expect((await json(`${asked}&as_of=10`)).edges).toEqual([]);
});

it("records a person's correction as said by a person", async () => {
  const { facts } = await json('/api/viewer/memory/facts?type=task');
  const { citation, entity_name, entity_type } = facts[0];
  const answer = await ask('/api/viewer/memory/correct', {
    method: 'POST',
    body: JSON.stringify({ citation, entity_name, entity_type, text: 'Show it in both mails' }),
  });
  expect(answer.status).toBe(200);
  const head = (await site.runtime.store.head('invoices-default'))!;
  expect(await site.runtime.store.at('invoices-default', head.seq)).toMatchObject({
    type: 'memory.corrected',
    origin: { channel: 'user', client: 'viewer' },
    payload: { text: 'Show it in both mails' },
  });
});

it('the line of a note shows its current state', async () => {
  const listed = async (): Promise<any> => {
    const { events } = await json('/api/viewer/events?type=note.recorded&concept=gotcha');
    return events.at(-1);
  };
  const before = await listed();
  expect(before.row).toMatchObject({ kind: 'observation', pinned: false, corrected: false });
  const body = JSON.stringify({ pinned: true, title: 'Due dates are days in UTC' });
  const changed = await ask(`/api/observation/${before.row.id}`, { method: 'PATCH', body });
  expect(changed.status).toBe(200);
  expect(await listed()).toMatchObject({
    seq: before.seq,
    summary: 'Due dates are days in UTC',
    row: { id: before.row.id, pinned: true, corrected: true },
  });
  // It is searched by its current text, in one project and in all.
  const text = encodeURIComponent('due dates are days');
  for (const ws of ['', '&ws=all']) {
    const { events } = await json(`/api/viewer/events?type=note.recorded&text=${text}${ws}`);
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual([before.seq]);
  }
});

it('shows reported text as plain text, with a label', async () => {
  const { contexts } = await json('/api/viewer/memory/search?q=due%20date%20test');
  const reported = contexts.filter((row: { reported: boolean }) => row.reported);
  expect(reported.length).toBeGreaterThan(0);
  expect(JSON.stringify(contexts)).not.toContain('<reported-');
});

it('names the page whose text an answer repeats', async () => {
  const { store, workspace } = site.runtime;
  const content = 'The billing exporter uploads ledger archives to Frankfurt every 40 minutes.';
  const base = { type: 'transcript.turn', actorId: 'claude-code' };
  const { session } = workspace;
  const [page] = await store.append(session, [
    { ...base, payload: { role: 'tool', content }, origin: { channel: 'web' } },
  ]);
  const [answer] = await store.append(session, [
    { ...base, payload: { role: 'assistant', content }, origin: { channel: 'model' } },
  ]);
  const cite = ({ seq, hash }: { seq: number; hash: string }): string =>
    renderCitation(session, seq, hash);
  const asked = await json(`/api/viewer/event?citation=${encodeURIComponent(cite(answer!))}`);
  expect(asked.repeats).toEqual([{ channel: 'web', citation: cite(page!) }]);
});

it('lists the events of all projects together, page by page, none twice', async () => {
  await site.worker.workspaces.ensureProject('shop');
  const body = JSON.stringify({ project: 'shop', text: 'Orders are sorted by day.' });
  expect((await ask('/api/memory/save', { method: 'POST', body })).status).toBe(200);
  const seen: string[] = [];
  let before = '';
  do {
    const page = await json(`/api/viewer/events?ws=all&limit=20&before=${before}`);
    for (const { slot, seq } of page.events) seen.push(`${slot} ${seq}`);
    before = page.before ?? '';
  } while (before !== '');
  const { workspaces } = await json('/api/viewer/workspaces');
  const all = workspaces.flatMap(({ slot, logs }: { slot: number; logs: { events: number }[] }) =>
    Array.from({ length: logs[0]!.events }, (_, at) => `${slot} ${at + 1}`),
  );
  expect(workspaces).toHaveLength(2);
  expect(seen.toSorted()).toEqual(all.toSorted());
  expect((await ask('/api/viewer/events?ws=all&before=x')).status).toBe(400);
});

it('counts served memory and storage from what was recorded', async () => {
  const { handed, storage } = await json('/api/viewer/economics');
  expect(handed[0]).toMatchObject({ injections: 1, bytes: 2964 });
  expect(storage.map(({ kind }: { kind: string }) => kind)).toContain('log');
});

it('compacts a log for an authorised page, and the log still verifies', async () => {
  const refused = await ask('/api/viewer/compact', { method: 'POST', token: false, body: '{}' });
  expect(refused.status).toBe(401);
  const { text } = await ask('/api/viewer/compact', { method: 'POST', body: '{}' });
  expect(JSON.parse(text)).toMatchObject({ windows: 1, archived: 0 });
  const { report } = await json('/api/viewer/integrity?full=1');
  expect(report).toMatchObject({ ok: true, total_events: JSON.parse(text).events });
});

describe('the inbox', () => {
  const CAUSE = 'The root cause was a wrong time zone in the reminder job.';
  const proposed = async (): Promise<any> =>
    (await json('/api/viewer/inbox')).items.find(({ text }: { text: string }) => text === CAUSE);
  const review = (body: object, token = true) =>
    ask('/api/viewer/inbox/review', { method: 'POST', body: JSON.stringify(body), token });

  it('lists an assistant’s statements, and records a review as a person’s', async () => {
    await site.runtime.store.append('invoices-default', [
      {
        type: 'transcript.turn',
        actorId: 'assistant',
        payload: { role: 'assistant', content: CAUSE },
        origin: { channel: 'model' },
      },
    ]);
    const item = await proposed();
    expect(item).toMatchObject({ kind: 'cause', said: 1, cue: expect.any(String) });
    expect((await review({ statement: item.id, action: 'reject' }, false)).status).toBe(401);
    const { status, text } = await review({ statement: item.id, action: 'reject' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ action: 'reject', statement: { id: item.id } });
    const head = (await site.runtime.store.head('invoices-default'))!;
    expect(await site.runtime.store.at('invoices-default', head.seq)).toMatchObject({
      type: 'statement.reviewed',
      origin: { channel: 'user', client: 'viewer', written_by: 'inbox' },
    });
    expect(await proposed()).toBeUndefined();
    expect((await review({ statement: item.id, action: 'undo' })).status).toBe(200);
    expect(await proposed()).toMatchObject({ id: item.id });
  });

  it.each([
    [{ action: 'accept' }, 400],
    [{ statement: 's000000000000', action: 'accept' }, 404],
    [{ statement: 's000000000000', action: 'forget' }, 400],
    [{ statement: 's000000000000', action: 'undo' }, 409],
    [{ statement: 's000000000000', action: 'accept', channel: 'user' }, 400],
  ])('%j is refused with %d', async (body, status) => {
    expect((await review(body)).status).toBe(status);
  });
});
