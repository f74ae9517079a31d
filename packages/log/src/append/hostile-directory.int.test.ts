import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';

describe('an append in a hostile directory', () => {
  let under: LogUnderTest;
  let sandbox: LogUnderTest['sandbox'];
  let dir: LogUnderTest['dir'];
  let log: LogUnderTest['log'];
  let append: LogUnderTest['append'];
  let holdLock: LogUnderTest['holdLock'];
  beforeEach(() => {
    under = createLogUnderTest();
    ({ sandbox, dir, log, append, holdLock } = under);
  });
  afterEach(() => under.sandbox.close());

  const refused = expect.objectContaining({ code: 'permission_denied' });
  test('follows no link and writes nothing to its target', () => {
    const target = path.join(sandbox.root, 'target');
    const targets = ['', `${S}.jsonl`, `${S}.head`, 'runtime', 'runtime/seen', `runtime/seen/${S}`];
    for (const name of targets) {
      rmSync(dir, { recursive: true, force: true });
      rmSync(target, { recursive: true, force: true });
      const isFile = name.includes('.');
      if (isFile) writeFileSync(target, 'precious');
      else mkdirSync(target);
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      symlinkSync(target, path.join(dir, name));
      expect(() => append([event('a', { delivery: { scope: 's', key: 'k' } })]), name).toThrow(
        refused,
      );
      expect(isFile ? readFileSync(target, 'utf8') : readdirSync(target)).toEqual(
        isFile ? 'precious' : [],
      );
    }
    for (const name of ['inbox', 'inbox/tmp']) {
      rmSync(dir, { recursive: true, force: true });
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target);
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      symlinkSync(target, path.join(dir, name));
      holdLock();
      expect(() => append([event('a')], { deadline: Date.now() }), name).toThrow(refused);
      expect(readdirSync(target)).toEqual([]);
    }
  });

  test('refuses a log that is hard-linked twice, a directory or a pipe', () => {
    mkdirSync(dir);
    writeFileSync(path.join(sandbox.root, 'other'), 'precious');
    linkSync(path.join(sandbox.root, 'other'), log);
    expect(() => append([event('a')])).toThrow(refused);
    expect(readFileSync(path.join(sandbox.root, 'other'), 'utf8')).toBe('precious');
    unlinkSync(log);
    mkdirSync(log);
    expect(() => append([event('a')])).toThrow(refused);
    rmSync(log, { recursive: true });
    execFileSync('mkfifo', [log]);
    expect(() => append([event('a')])).toThrow(refused);
    for (const name of [`${S}.lock`, `${S}.head`]) {
      rmSync(dir, { recursive: true });
      mkdirSync(dir);
      execFileSync('mkfifo', [path.join(dir, name)]);
      const attempt = () => append([event('a')], { deadline: Date.now() + 50 });
      if (name.endsWith('.lock'))
        expect(attempt()).toMatchObject({ kind: 'spooled', reason: 'locked' });
      else expect(attempt).toThrow(refused);
    }
  });
});
