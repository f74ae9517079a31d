import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isRunning } from '@hookloom/core';
import { expect, test } from 'vitest';
import { runInProcess } from '../../../test/in-process.ts';

test('stops the processes of the workspace when its last client is disconnected', async () => {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-init-')));
  const worker = { HOOKLOOM_WORKER_AUTOSTART: 'false', HOOKLOOM_WORKER_PORT: '0' };
  const env = { HOME: path.join(base, 'home'), PATH: '/nowhere', ...worker };
  fs.mkdirSync(path.join(base, 'proj'));
  fs.mkdirSync(env.HOME);
  const hookloom = async (...given: string[]) => {
    const ran = await runInProcess(given, { cwd: path.join(base, 'proj'), env });
    return ran.stdout;
  };
  const words = 'init --preset local-claude --infra start --capture start --json'.split(' ');
  const started = await hookloom(...words);
  const { infra, capture } = JSON.parse(started) as Record<string, string>;
  const pids = [infra!, capture!].map((text) => Number(/process (\d+)/.exec(text)![1]));
  try {
    const out = await hookloom('uninstall', '--json');
    expect(JSON.parse(out).stopped).toEqual({ watcher: true, worker: true });
    expect(pids.map(isRunning)).toEqual([false, false]);
  } finally {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    fs.rmSync(base, { recursive: true, force: true });
  }
});
