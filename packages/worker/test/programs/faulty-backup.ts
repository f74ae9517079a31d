/** `backup DIR FILE STATE` or `restore DIR FILE STATE`, on a faulty file system. */
import { changes } from '@hookloom/log/testing';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';

const [what, dir, file, stateDir] = process.argv.slice(2) as [string, string, string, string];
const root = path.dirname(dir);

async function main(): Promise<void> {
  if (what === 'backup') {
    const places = [{ dir, root, name: 'shop' }];
    const home = path.dirname(root);
    await writeBackup({ file, places, stateDir, home, version: '1.0.0', nowMs: Date.now() });
    return;
  }
  await restoreBackup({
    file,
    stateDir,
    placeOf: () => ({ root, dir }),
    all: false,
    force: true,
    dryRun: false,
    mayOwn: () => Promise.resolve(true),
    now: Date.now,
    env: process.env,
  });
}

main().then(
  () => writeSync(1, JSON.stringify({ changes: changes() })),
  (error: { code: string; message: string }) =>
    writeSync(1, JSON.stringify({ code: error.code, message: error.message, changes: changes() })),
);
