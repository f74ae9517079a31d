import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWhenChanged } from './read-when-changed.ts';

let file: string;
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-changed-')), 'state.json');
});
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true, force: true }));

/** Counts how often the file is read. */
function reader() {
  const read = { times: 0 };
  const now = readWhenChanged(file, () => {
    read.times++;
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  });
  return { read, now };
}

it('a file that does not change is read once', async () => {
  fs.writeFileSync(file, 'old');
  await sleep(150);
  const { read, now } = reader();
  expect([now(), now(), now()]).toEqual(['old', 'old', 'old']);
  expect(read.times).toBe(1);
});

it('a file that appears, changes and disappears is read each time', () => {
  const { now } = reader();
  expect(now()).toBeNull();
  fs.writeFileSync(file, 'first');
  expect(now()).toBe('first');
  fs.writeFileSync(`${file}.new`, 'other');
  fs.renameSync(`${file}.new`, file);
  expect(now()).toBe('other');
  fs.rmSync(file);
  expect(now()).toBeNull();
});

it('two changes of the same size are both seen, even if the file system gives them the same time', () => {
  const { now } = reader();
  const at = new Date();
  for (const text of ['7 days', '1 days']) {
    fs.writeFileSync(file, text);
    fs.utimesSync(file, at, at);
    expect(now()).toBe(text);
  }
});

it('a file that only becomes private is read again', async () => {
  fs.writeFileSync(file, 'old', { mode: 0o644 });
  await sleep(150);
  const { read, now } = reader();
  now();
  fs.chmodSync(file, 0o600);
  await sleep(150);
  now();
  expect(read.times).toBe(2);
});
