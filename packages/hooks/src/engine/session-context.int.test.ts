import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleEvent } from '../author/sample-event.ts';
import { sessionContext, type Recalled } from './session-context.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-context-'));
  for (const folder of ['bin', 'dist', '.eventloom']) fs.mkdirSync(path.join(root, folder));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Asks for the context in place of a hook; `program` replaces the product's own command. */
function ask(
  program: string,
  type: 'session_start' | 'before_agent' = 'session_start',
): Promise<Recalled | null> {
  fs.writeFileSync(path.join(root, 'bin/hookloom.cjs'), program);
  const event = sampleEvent({ client: 'claude-code', type, nowMs: 0, cwd: root });
  return sessionContext({
    moment: type === 'session_start' ? 'session' : 'prompt',
    event,
    hookFile: path.join(root, 'dist/hook.cjs'),
    projectDir: root,
    target: { dir: path.join(root, '.eventloom'), session: 'shop-default' },
    env: { PATH: process.env['PATH'] ?? '' },
  });
}

describe('a session that starts', () => {
  it('receives its context even on a busy machine', async () => {
    const answer = await ask(`setTimeout(() => console.log('Eleven years.'), 2500)`);
    expect(answer).toEqual({ context: 'Eleven years.' });
  });

  it('continues without context if there is none', async () => {
    expect(await ask('')).toBe(null);
  });

  it('continues if the memory cannot be read, and informs the user', async () => {
    expect(await ask('process.exit(1)')).toEqual({
      system_message: expect.stringContaining('hookloom doctor') as string,
    });
  });
});

it('a prompt never starts the command, whatever its answer would be', async () => {
  expect(await ask('console.log("Eleven years.")', 'before_agent')).toBe(null);
});
