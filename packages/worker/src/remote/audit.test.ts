import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runtimeOf } from '../../test/fixture.ts';
import { answeringOf, as, remoteOf, TOKEN } from '../../test/remote.ts';
import { openAudit } from './audit.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-audit-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const entry = {
  session_id: 'alice',
  subject: 'static',
  route: '/mcp',
  method: 'POST',
  tool: 'memory_query',
  outcome: 'allowed' as const,
  reason: null,
  client_host: '127.0.0.1',
};
const linesOf = (file: string) => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);

it('each request is one line, without arguments, tokens or line breaks of the caller', async () => {
  const file = path.join(folder, 'new', 'mcp.jsonl');
  const env = {
    MCP_REMOTE_AUTH_TOKEN: TOKEN,
    MCP_AUDIT_ENABLED: 'true',
    MCP_AUDIT_PATH: file,
  };
  const remote = await remoteOf(answeringOf((await runtimeOf()).runtime, env), env);
  await remote.call('memory_query', { query: 'a-private-question' }, as('alice'));
  await remote.call('memory_query', { query: 'x', session_id: 'bob' }, as('alice'));
  await remote.modern('tools/list', {}, as('alice', 'wrong-token-0123456789'));
  await remote.modern('resources/list', {}, { ...as('alice'), origin: 'http://evil.example' });
  const id = await remote.initialize(as('alice'));
  const forged = '{"outcome":"allowed"}\n\u001b[2Jx';
  await remote.ask({
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': id,
      ...as('alice'),
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: forged, arguments: {} } },
  });
  await remote.close();
  const text = fs.readFileSync(file, 'utf8');
  expect(text).not.toMatch(/a-private-question|token/);
  const lines = linesOf(file).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { subject: 'static', session_id: 'alice', tool: 'memory_query', outcome: 'allowed' },
    { tool: 'memory_query', outcome: 'denied', reason: 'permission_denied' },
    { subject: null, session_id: null, tool: null, outcome: 'denied' },
    { subject: null, outcome: 'denied', reason: 'permission_denied' },
    { tool: 'initialize', outcome: 'allowed' },
    { outcome: 'failed', reason: 'unknown_tool' },
  ]);
  expect(lines.at(-1).tool).toBe('{"outcome":"allowed"}??[2Jx');
  expect(Object.keys(lines[0])).toEqual(['timestamp', ...Object.keys(entry)]);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
});

it('refuses a file that others can read, a link and a folder before anything is served', () => {
  const [open, link] = [path.join(folder, 'open'), path.join(folder, 'link')];
  fs.writeFileSync(open, '', { mode: 0o644 });
  fs.symlinkSync(path.join(folder, 'elsewhere'), link);
  for (const file of [open, link, folder])
    expect(() => openAudit(file, () => 'now')).toThrow('The audit file');
});

it('rotates a large file once', () => {
  const file = path.join(folder, 'mcp.jsonl');
  const audit = openAudit(file, () => 'now', 500);
  for (let at = 0; at < 5; at++) audit.write({ ...entry, tool: `tool-${at}` });
  audit.close();
  expect(linesOf(file).length + linesOf(`${file}.1`).length).toBeLessThanOrEqual(5);
  expect(fs.statSync(file).size).toBeLessThanOrEqual(500);
  expect(linesOf(file).at(-1)).toContain('tool-4');
});
