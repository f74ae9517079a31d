/** Real processes: the source of a prompt that comes over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptSource } from './prompt-source.ts';
import { defineRoute } from './route.ts';
import { startServer, type RunningServer } from './server.ts';

let dir: string;
let server: RunningServer;
beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'prompt-source-'));
  server = await startServer({
    port: 0,
    access: { token: 'the-token', requireToken: false },
    routes: [
      defineRoute({
        route: 'GET /source',
        does: 'Names the source.',
        json: async (call) => promptSource(call, dir),
      }),
    ],
  });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

/** The worker's verdict on a request from a shell below a program of this name. */
async function asked(name: string, variables: string, token = ''): Promise<unknown> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const ask = path.join(dir, 'ask.mjs');
  fs.writeFileSync(
    ask,
    `const answer = await fetch('http://127.0.0.1:${server.port}/source', { headers: ${JSON.stringify(headers)} });
process.stdout.write(await answer.text());`,
  );
  const program = path.join(dir, name);
  fs.copyFileSync(fs.realpathSync('/bin/sh'), program);
  fs.chmodSync(program, 0o755);
  const line = `${variables} sh -c "'${process.execPath}' '${ask}'; :"; :`;
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir };
  const child = spawn(program, ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  return JSON.parse(text);
}

describe.runIf(process.platform === 'linux')('a prompt over HTTP', () => {
  it('is the user’s if a hook of a client sends it, even without a token', async () => {
    expect(await asked('claude', 'CLAUDE_PROJECT_DIR=/p')).toBe('user');
  });

  it('is the agent’s if a tool of a client sends it, even with the token', async () => {
    expect(await asked('claude', 'CLAUDE_CODE_EXECPATH=/x')).toBe('agent');
    expect(await asked('claude', 'CLAUDE_CODE_EXECPATH=/x', 'the-token')).toBe('agent');
  });

  it('is not known to be the user’s if any other program sends it without the token', async () => {
    expect(await asked('an-editor', 'X=1')).not.toBe('user');
  });
});
