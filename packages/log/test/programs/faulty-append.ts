/** Appends what `argv[3]` holds as JSON to the log in `argv[2]`, on a faulty file system, and prints the outcome. */
import { changes } from './faulty-fs.ts';
import { writeSync } from 'node:fs';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';

const [dir, request] = process.argv.slice(2) as [string, string];
const outcome = appendOrSpool({ dir, deadline: Date.now() + 5000, ...JSON.parse(request) });
writeSync(1, JSON.stringify({ outcome, changes: changes() }));
