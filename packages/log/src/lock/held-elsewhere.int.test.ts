import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundle, ended, runNode } from '../../test/programs.ts';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { createFileLock, type FileLock } from './file-lock.ts';
import { readHolder } from './break-lock.ts';
import { createHolder, type Holder } from './holder.ts';

const S = 'demo';

describe('the lock of a session that another process holds', () => {
  let sandbox: Sandbox;
  let dir: string;
  let lockPath: string;
  let locks: FileLock[];
  let children: ChildProcess[];

  beforeEach(() => {
    sandbox = createSandbox();
    dir = path.join(sandbox.root, '.eventloom');
    mkdirSync(dir);
    lockPath = path.join(dir, `${S}.lock`);
    locks = [];
    children = [];
  });
  afterEach(async () => {
    for (const lock of locks) lock.close();
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended(child);
    }
    sandbox.close();
  });

  function open(options?: { sweepFirst?: boolean }): FileLock {
    const lock = createFileLock(dir, S, options);
    locks.push(lock);
    return lock;
  }

  async function holdElsewhere(): Promise<ChildProcess> {
    const child = runNode(bundle(sandbox, 'hold-lock'), [dir, S]);
    children.push(child);
    const said = await new Promise((resolve) =>
      child.stdout!.once('data', (text: Buffer) => resolve(text.toString())),
    );
    expect(said).toBe('held\n');
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = ended(child);
    child.kill('SIGKILL');
    await gone;
  }

  const lockFiles = (): string[] => readdirSync(dir).filter((name) => name.startsWith(`${S}.lock`));
  const plant = (holder: Holder, name = `${S}.lock`): void =>
    writeFileSync(path.join(dir, name), JSON.stringify(holder), { mode: 0o600 });

  test('is taken over from a killed process, whose files are removed', async () => {
    await kill(await holdElsewhere());
    expect(lockFiles().length).toBe(2);
    const lock = open();
    expect(lock.acquire(1000)).toBe(true);
    expect(readHolder(lockPath)?.pid).toBe(process.pid);
    lock.close();
    expect(lockFiles()).toEqual([]);
  });

  test('is never taken from a live process', async () => {
    await holdElsewhere();
    expect(open().acquire(200)).toBe(false);
  });

  test('is not taken from a paused process, which continues writing when it wakes up', async () => {
    const child = await holdElsewhere();
    child.kill('SIGSTOP');
    const lock = open();
    expect(lock.acquire(200)).toBe(false);
    child.kill('SIGCONT');
    await kill(child);
    expect(lock.acquire(1000)).toBe(true);
  });

  test('is taken over even if the process that was taking it over also died', async () => {
    await kill(await holdElsewhere());
    const dead = readHolder(lockPath)!;
    const breaker = { ...dead, nonce: `${dead.nonce.slice(0, 8)}${'1'.repeat(16)}` };
    const second = { ...dead, nonce: `${dead.nonce.slice(0, 8)}${'2'.repeat(16)}` };
    plant(breaker, `${S}.lock.break.${dead.nonce}`);
    plant(second, `${S}.lock.break.${breaker.nonce}`);
    const lock = open();
    expect(lock.acquire(1000)).toBe(true);
    lock.close();
    expect(lockFiles()).toEqual([]);
  });

  test('leaves a lock alone if another process took it while it was being broken', async () => {
    await kill(await holdElsewhere());
    const dead = readHolder(lockPath)!;
    // A breaker that is alive and has not finished.
    plant({ ...createHolder() }, `${S}.lock.break.${dead.nonce}`);
    expect(open().acquire(100)).toBe(false);
    expect(readHolder(lockPath)).toEqual(dead);
  });
});
