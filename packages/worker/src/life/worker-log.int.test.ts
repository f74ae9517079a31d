import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkerLog } from './worker-log.ts';

let stateDir: string;
beforeEach(() => {
  stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-log-'));
});
afterEach(() => fs.rmSync(stateDir, { recursive: true, force: true }));

const now = () => Date.parse('2026-11-21T10:00:00.000Z');

it('writes one line per message, private, without secrets and without control characters', () => {
  const log = openWorkerLog({ stateDir, now, secrets: ['canary-token'] });
  log.write('INFO', 'up');
  log.write('ERROR', 'with canary-token and AKIAIOSFODNN7REALKEY\nsecond \u001b[31mline');
  expect(log.tail(10)).toEqual([
    '[2026-11-21T10:00:00.000Z] [INFO ] up',
    expect.stringMatching(
      /^\[2026-11-21T10:00:00.000Z\] \[ERROR\] with \[REDACTED\] and \S+ second /,
    ),
  ]);
  expect(fs.readFileSync(log.file, 'latin1')).not.toMatch(/canary|\u001b/);
  expect(fs.statSync(log.file).mode & 0o777).toBe(0o600);
});

it('rotates by size, and reads its end over the files', () => {
  const log = openWorkerLog({ stateDir, now, maxBytes: 1000 });
  for (let at = 0; at < 100; at++) log.write('INFO', `message ${at}`);
  const files = fs.readdirSync(path.dirname(log.file)).toSorted();
  expect(files).toEqual(['worker.log', 'worker.log.1', 'worker.log.2']);
  const sizes = files.map((name) => fs.statSync(path.join(path.dirname(log.file), name)).size);
  expect(Math.max(...sizes)).toBeLessThan(1100);
  expect(log.tail(30).map((line) => line.split(' ').at(-1))).toEqual(
    Array.from({ length: 30 }, (_, at) => String(70 + at)),
  );
  log.clear();
  expect(log.tail(10)).toEqual([]);
});

it('does not write through a link in its place', () => {
  const log = openWorkerLog({ stateDir, now });
  const other = path.join(stateDir, 'other');
  fs.writeFileSync(other, '');
  fs.mkdirSync(path.dirname(log.file));
  fs.symlinkSync(other, log.file);
  log.write('INFO', 'up');
  expect(fs.readFileSync(other, 'utf8')).toBe('');
});

it.each([
  ['DEBUG', 3],
  ['INFO', 2],
  ['ERROR', 1],
  ['SILENT', 0],
])('at level %s writes %i of three lines', (level, lines) => {
  const log = openWorkerLog({ stateDir, now, level: () => level });
  for (const each of ['DEBUG', 'INFO', 'ERROR'] as const) log.write(each, 'a line');
  expect(log.tail(10)).toHaveLength(lines);
});
