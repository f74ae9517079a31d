/** How full the disk is. */
import fs from 'node:fs';
import { bytesText } from '@hookloom/core';
import { error, ok, skipped, warning, type Check } from './row.ts';

const LOW_BYTES = 1024 ** 3;
const FULL_BYTES = 64 * 1024 ** 2;
const MAX_FILES = 5000;

export const checkDisk: Check = ({ workspace }) => {
  const { eventloomDir: dir, root } = workspace;
  const used = sizeOf(dir);
  let free: number;
  try {
    const { bavail, bsize } = fs.statfsSync(fs.existsSync(dir) ? dir : root);
    free = bavail * bsize;
  } catch {
    return skipped('disk', 'The file system does not report its free space.');
  }
  const told = `Log and memory use ${bytesText(used)}; ${bytesText(free)} are free.`;
  if (free >= LOW_BYTES) return ok('disk', told);
  const wrong = {
    message: told,
    why: 'When the disk is full, events are lost. Free some space.',
    command: null,
  };
  return free < FULL_BYTES ? error('disk', wrong) : warning('disk', wrong);
};

function sizeOf(dir: string): number {
  let sum = 0;
  const todo = [dir];
  for (let looked = 0; todo.length > 0 && looked < MAX_FILES; looked++) {
    const at = todo.pop()!;
    const stats = fs.lstatSync(at, { throwIfNoEntry: false });
    if (stats?.isFile() === true) sum += stats.size;
    if (stats?.isDirectory() !== true) continue;
    try {
      for (const name of fs.readdirSync(at)) todo.push(`${at}/${name}`);
    } catch {
      // The row about permissions reports it.
    }
  }
  return sum;
}
