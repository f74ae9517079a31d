/** Shared memory in a folder of one's own choice, which another clone finds. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeDirectory, sharedDirectory } from '@hookloom/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

let base: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-shared-folder-')));
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function clone(name: string) {
  const repo = `${base}/${name}/repo`;
  fs.mkdirSync(repo, { recursive: true });
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: `${base}/${name}`,
    HOOKLOOM_STATE_DIR: `${base}/${name}/state`,
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
  const json = async (...args: string[]) => {
    const ran = await runInProcess([...args, '--json'], { cwd: repo, env });
    expect(ran.stderr).toBe('');
    return JSON.parse(ran.stdout);
  };
  return { repo, json };
}

it('another clone finds the folder and joins it', async () => {
  const [ann, bob] = [clone('ann'), clone('bob')];
  const made = await ann.json('share', 'init', '--dir', 'docs/memory', '--author', 'ann');
  expect(made).toMatchObject({ directory: 'docs/memory' });
  fs.cpSync(`${ann.repo}/docs`, `${bob.repo}/docs`, { recursive: true });
  expect(await bob.json('share', 'status')).toMatchObject({ directory: 'docs/memory', own: null });
  const joined = await bob.json('share', 'init', '--author', 'bob');
  expect(joined).toMatchObject({ directory: 'docs/memory', made: [] });
  expect(fs.existsSync(`${bob.repo}/.hookloom`)).toBe(false);
});

it('a folder of another program is not taken, nor one that a link leads to', () => {
  fs.mkdirSync(`${base}/docs`);
  fs.writeFileSync(`${base}/docs/.gitattributes`, '*.png binary\n');
  expect(sharedDirectory(base)).toBe('.hookloom');
  const elsewhere = fs.realpathSync(fs.mkdtempSync(path.join(base, 'elsewhere-')));
  makeDirectory(`${elsewhere}/a/b`, `${elsewhere}/a/b/memory`);
  fs.symlinkSync(`${elsewhere}/a/b/memory`, `${base}/linked`);
  expect(sharedDirectory(base)).toBe('.hookloom');
});
