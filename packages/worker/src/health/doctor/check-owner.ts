/**
 * Records of processes that have ended: an older installation left the owner of an embedded graph in `runtime/`, and
 * killed writers leave lock files. Removes only what is provably dead. Our own log never belongs to one process, so a
 * live record of the other product is reported and kept.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isJsonObject, isRunning } from '@hookloom/core';
import { createFileLock, createHolder, isProvablyDead, readHolder } from '@hookloom/log/append';
import { ok, REPAIR, warning, type Check } from './row.ts';

const ID = 'embedded_mcp_runtime';
const OWNER = 'zaxy-embedded-owner.json';
const SOCKET = 'zaxy-embedded-owner.sock';

export const checkOwner: Check = ({ workspace, repair }) => {
  const { eventloomDir: dir } = workspace;
  const runtime = path.join(dir, 'runtime');
  const pid = ownerPid(path.join(runtime, OWNER));
  const socket = fs.lstatSync(path.join(runtime, SOCKET), { throwIfNoEntry: false });
  const isRecord = pid !== null || socket !== undefined;
  const isDead = typeof pid === 'number' && !isRunning(pid);
  if (isRecord && !isDead)
    return warning(ID, {
      message:
        typeof pid === 'number'
          ? `Process ${pid} is named as the owner of an embedded graph in this workspace.`
          : `${path.join(runtime, pid === null ? SOCKET : OWNER)} names no process.`,
      why: 'Another memory may still serve this workspace. Stop its client and processes first.',
      command: "ps -ef | awk '/[z]axy serve/ {print}'",
    });
  const stale = [...(isRecord ? [OWNER, SOCKET] : []), ...deadLocks(dir)];
  if (stale.length === 0)
    return ok(ID, 'No other process holds the memory, and there are no stale locks.');
  const wrong = {
    message: `Stale locks of processes that have ended: ${stale.slice(0, 3).join(', ')}.`,
    why: 'Each one delays the next writer by some milliseconds.',
    command: REPAIR,
  };
  if (!repair) return warning(ID, wrong);
  if (isRecord)
    for (const name of [OWNER, SOCKET]) fs.rmSync(path.join(runtime, name), { force: true });
  for (const name of deadLocks(dir)) breakLock(dir, name);
  const left = deadLocks(dir);
  const row = left.length === 0 ? ok(ID, 'There are no stale locks.') : warning(ID, wrong);
  return { ...row, repaired: `removed ${stale.length - left.length} of ${stale.length}` };
};

/** Null without a record. `unknown`: a record without a process. */
function ownerPid(file: string): number | 'unknown' | null {
  try {
    const stats = fs.lstatSync(file);
    if (!stats.isFile() || stats.size > 65_536) return 'unknown';
    const record: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const pid = isJsonObject(record) ? record['pid'] : null;
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : 'unknown';
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unknown';
  }
}

function deadLocks(dir: string): string[] {
  const me = createHolder();
  return attempt(
    () =>
      fs
        .readdirSync(dir)
        .filter((name) => name.endsWith('.lock'))
        .filter((name) => {
          const holder = readHolder(path.join(dir, name));
          return holder !== null && isProvablyDead(holder, me, path.join(dir, name));
        }),
    [],
  );
}

/** Uses the locking protocol, so that a writer who breaks the lock at the same time loses nothing. */
function breakLock(dir: string, name: string): void {
  const lock = createFileLock(dir, name.slice(0, -'.lock'.length), { sweepFirst: true });
  try {
    lock.tryAcquire();
  } finally {
    lock.close();
  }
}
