/** `hookloom up` as a process, and the ports of its worker. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '@hookloom/hooks/testing';
import { startWorker } from './up.ts';
import { WORKER } from './worker.fixture.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let workspace: Workspace;
let children: ChildProcess[];
beforeEach(() => {
  workspace = createWorkspace();
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  workspace.remove();
});

function up(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [BIN, 'up', '--json', ...args], {
    cwd: workspace.root,
    env: { PATH: process.env['PATH'] ?? '', HOME: path.dirname(workspace.root) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Its output until it ends, or until that is JSON. */
function printed(child: ChildProcess): Promise<any> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      try {
        resolve(JSON.parse(text));
      } catch {
        // More output follows.
      }
    });
    child.on('close', () => reject(new Error(`It ended after ${JSON.stringify(text)}`)));
  });
}

function ended(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr!.on('data', (part: Buffer) => (stderr += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

/** Takes a free port; the callback releases it. */
async function takePort(): Promise<[number, () => Promise<void>]> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const release = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return [(server.address() as AddressInfo).port, release];
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'prints its address, answers /health without a token and ends on %s with status 0',
  async (signal) => {
    const child = up('--port', '0', '--require-token');
    const end = ended(child);
    const { url, token_file: tokenFile } = await printed(child);
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
    expect((await fetch(`${url}/hooks/codex`, { method: 'POST' })).status).toBe(401);
    expect(fs.statSync(tokenFile).mode & 0o777).toBe(0o600);
    child.kill(signal);
    expect(await end).toMatchObject({ code: 0, stderr: '' });
  },
);

it('a port in use is a conflict that says what to do, with status 5', async () => {
  const [port, release] = await takePort();
  const { code, stdout } = await ended(up('--port', String(port)));
  await release();
  expect([code, JSON.parse(stdout)]).toEqual([
    5,
    {
      error: {
        code: 'conflict',
        message: `Port ${port} is in use.`,
        remediation: expect.stringContaining('--port'),
      },
    },
  ]);
});

it('the compatible port answers too, and neither stays open if one is in use', async () => {
  const [taken, release] = await takePort();
  const [free, giveBack] = await takePort();
  await giveBack();
  const home = path.dirname(workspace.root);
  const options = {
    workspace: resolveWorkspace({ cwd: workspace.root, env: {} }),
    env: { HOME: home },
    home,
    requireToken: false,
  };
  await expect(
    startWorker({ ...WORKER, ...options, port: free, compatiblePort: taken }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await release();
  const worker = await startWorker({ ...WORKER, ...options, port: free, compatiblePort: taken });
  for (const port of [free, taken])
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await worker.close();
});

it('serves a project’s memory over MCP if a setting names it, by its own rules, and none by default', async () => {
  const env = { HOME: path.dirname(workspace.root), HOOKLOOM_WORKER_AUTOSTART: 'false' };
  const mounted = {
    MCP_REMOTE_AUTH_TOKEN: 'token-of-the-tests-0123',
    HOOKLOOM_MCP_MOUNT: workspace.root,
  };
  await expect(
    startWorker({ ...WORKER, env: { ...env, HOOKLOOM_MCP_MOUNT: 'here' } }),
  ).rejects.toThrow('HOOKLOOM_MCP_MOUNT is not a full path.');
  const worker = await startWorker({ ...WORKER, env: { ...env, ...mounted } });
  const ask = (port: number, headers: object) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(LIST_TOOLS),
    });
  try {
    const as = (token: string) => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      authorization: `Bearer ${token}`,
      'x-zaxy-session-id': 'agent-1',
    });
    const answer = await ask(worker.port, as('token-of-the-tests-0123'));
    expect(await answer.text()).toContain('memory_checkout');
    // The worker's own token opens the worker, not the memory.
    const own = fs.readFileSync(worker.tokenFile, 'utf8').trim();
    expect((await ask(worker.port, as(own))).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${worker.port}/health`)).status).toBe(200);
  } finally {
    await worker.close();
  }
  const plain = await startWorker({ ...WORKER, env });
  const token = fs.readFileSync(plain.tokenFile, 'utf8').trim();
  const status = (await ask(plain.port, { authorization: `Bearer ${token}` })).status;
  await plain.close();
  expect(status).toBe(404);
});

const LIST_TOOLS = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
