/** Shreds event `argv[3]` in the name of `argv[4]` in the directory `argv[2]`, on a faulty file system. */
import { changes } from './faulty-fs.ts';
import { writeSync } from 'node:fs';
import { shredEvents } from '../../src/shred/shred-events.ts';

const [dir, seq, by] = process.argv.slice(2) as [string, string, string];
shredEvents({ dir, session: 'demo', seqs: [Number(seq)], by }).then(
  (outcome) => writeSync(1, JSON.stringify({ outcome, changes: changes() })),
  (error: { code: string }) =>
    writeSync(1, JSON.stringify({ code: error.code, changes: changes() })),
);
