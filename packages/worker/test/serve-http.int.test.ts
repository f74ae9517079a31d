import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-http-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const envWith = (more: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: root,
  HOOKLOOM_WORKER_AUTOSTART: 'false',
  ...more,
});

it('serves over HTTP until it is stopped', async () => {
  const child = spawn(
    process.execPath,
    [BIN, 'serve', '--transport', 'http', '--port', '0', '--json'],
    { cwd: root, env: envWith({}), stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
    );
    const { url, authentication } = JSON.parse(line) as { url: string; authentication: boolean };
    expect(authentication).toBe(false);
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
    expect(result.tools[0]!.name).toBe('memory_checkout');
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});

it.each([
  [['--transport', 'http', '--host', '0.0.0.0'], {}, 'no authentication is set up'],
  [['--transport', 'http'], { ZAXY_ENV: 'production' }, 'MCP_REMOTE_AUTH_TOKEN_FILE'],
  [[], { ZAXY_ENV: 'production' }, 'MCP_ADMIN_TOKEN_FILE'],
  [['--transport', 'websocket'], {}, 'stdio, http, sse'],
  [['--port', '8080'], {}, '--transport http'],
])('refuses to start with %j and %j', (args, env, message) => {
  const ran = spawnSync(process.execPath, [BIN, 'serve', ...args], {
    cwd: root,
    env: envWith(env),
    encoding: 'utf8',
    input: '',
  });
  expect(ran.status).not.toBe(0);
  expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  expect(ran.stdout).toBe('');
});
