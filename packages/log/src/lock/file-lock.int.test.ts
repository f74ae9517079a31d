import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { createFileLock, type FileLock } from './file-lock.ts';
import { createHolder, type Holder } from './holder.ts';

const S = 'demo';

describe('the lock of a session', () => {
  let sandbox: Sandbox;
  let dir: string;
  let lockPath: string;
  let locks: FileLock[];

  beforeEach(() => {
    sandbox = createSandbox();
    dir = path.join(sandbox.root, '.eventloom');
    mkdirSync(dir);
    lockPath = path.join(dir, `${S}.lock`);
    locks = [];
  });
  afterEach(async () => {
    for (const lock of locks) lock.close();
    sandbox.close();
  });

  function open(options?: { sweepFirst?: boolean }): FileLock {
    const lock = createFileLock(dir, S, options);
    locks.push(lock);
    return lock;
  }

  const lockFiles = (): string[] => readdirSync(dir).filter((name) => name.startsWith(`${S}.lock`));

  describe('that a power loss left', () => {
    const lastYear = new Date(Date.now() - 365 * 24 * 3_600_000);
    const otherBoot = (): Holder => {
      const me = createHolder();
      return { ...me, nonce: 'a'.repeat(24), where: me.where.replace(/^[^/]*/, 'another-boot') };
    };
    const left: Record<string, () => string> = {
      'with the name of a process from the previous boot': () => JSON.stringify(otherBoot()),
      'without its content': () => '',
      'with half of its content': () => '{"pid":1',
    };
    for (const [what, text] of Object.entries(left)) {
      test(`is taken over: ${what}`, () => {
        writeFileSync(lockPath, text());
        utimesSync(lockPath, lastYear, lastYear);
        expect(open().tryAcquire()).toBe(true);
      });
      test(`is left alone if it is younger than the system: ${what}`, () => {
        writeFileSync(lockPath, text());
        expect(open().tryAcquire()).toBe(false);
      });
    }

    test('is left alone if another host wrote it', () => {
      const holder = { ...otherBoot(), where: 'another-boot/pid:[1]/another-host' };
      writeFileSync(lockPath, JSON.stringify(holder));
      utimesSync(lockPath, lastYear, lastYear);
      expect(open().tryAcquire()).toBe(false);
    });
  });
  const plant = (holder: Holder, name = `${S}.lock`): void =>
    writeFileSync(path.join(dir, name), JSON.stringify(holder), { mode: 0o600 });

  test('has one holder at a time and leaves no file when it is closed', () => {
    const [a, b] = [open(), open()];
    expect([a.tryAcquire(), b.tryAcquire(), b.acquire(5)]).toEqual([true, false, false]);
    a.release();
    expect([b.acquire(5), a.tryAcquire()]).toEqual([true, false]);
    a.close();
    b.close();
    expect(lockFiles()).toEqual([]);
  });

  test('is taken over if another process now has the holder’s process id', () => {
    plant({ ...createHolder(), pid: process.ppid, start: '1' });
    expect(open().acquire(1000)).toBe(true);
  });

  test('is not taken from another host, boot or pid namespace, nor from an unknown process', () => {
    const me = createHolder();
    const lock = open();
    for (const where of [`other-${me.where}`, `${me.where}-other`, '']) {
      plant({ ...me, pid: 999_999_999, where });
      expect(lock.tryAcquire()).toBe(false);
    }
    for (const text of ['', '{', 'null', '{"pid":1}', '\0'.repeat(200)]) {
      writeFileSync(lockPath, text);
      expect(lock.tryAcquire()).toBe(false);
    }
  });

  test('is cleaned up on first use by a long-lived process', () => {
    const me = createHolder();
    const gone = { ...me, pid: 999_999_999 };
    plant(gone, `${S}.lock.${gone.pid}.${gone.nonce}`);
    writeFileSync(
      path.join(dir, `${S}.lock.${gone.pid}.${me.nonce.slice(0, 8)}${'3'.repeat(16)}`),
      '',
    );
    writeFileSync(path.join(dir, `${S}.lock.jsonl`), '');
    const lock = open({ sweepFirst: true });
    expect(lock.tryAcquire()).toBe(true);
    lock.close();
    expect(lockFiles()).toEqual([`${S}.lock.jsonl`]);
  });

  test('survives the removal of its own file', () => {
    const lock = open();
    expect(lock.tryAcquire()).toBe(true);
    lock.release();
    for (const name of lockFiles()) expect(name).toMatch(/^demo\.lock\.\d+\.[0-9a-f]{24}$/);
    sandbox.empty(dir);
    expect(lock.tryAcquire()).toBe(true);
    expect(existsSync(lockPath)).toBe(true);
  });
});
