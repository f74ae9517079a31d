/** Repairs session `demo-default` in the directory `argv[2]`, on a faulty file system. */
import { changes } from './faulty-fs.ts';
import { writeSync } from 'node:fs';
import { repairLog } from '../../src/repair/repair-log.ts';

repairLog({
  dir: process.argv[2]!,
  session: 'demo-default',
  now: Date.now,
  installation: 'any',
}).then(
  ({ state }) => writeSync(1, JSON.stringify({ state, changes: changes() })),
  (error: { code: string }) =>
    writeSync(1, JSON.stringify({ code: error.code, changes: changes() })),
);
