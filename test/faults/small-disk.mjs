// A disk of 400 MB of its own, which can be full.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file system in memory. Null if this machine allows none. */
export function smallDisk(at) {
  mkdirSync(at);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', at]).status === 0
    ? at
    : null;
}

export function fill(disk, name) {
  const { stdout } = spawnSync('df', ['-B1', '--output=avail', disk], { encoding: 'utf8' });
  const [, free] = stdout.trim().split('\n');
  writeFileSync(path.join(disk, name), Buffer.alloc(Math.max(0, Number(free) - 100_000)));
}
