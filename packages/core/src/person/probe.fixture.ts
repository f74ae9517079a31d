/** Writes to the named file whether a person called it: the real process that tests start. */
import fs from 'node:fs';
import { isPerson } from './is-person.ts';
import { readProcesses } from './read-processes.ts';

const { env, stdin, stdout } = process;
const verdict = isPerson({ env, stdin, stdout, processes: readProcesses() });
const file = process.argv[2]!;
fs.writeFileSync(`${file}.tmp`, JSON.stringify(verdict));
fs.renameSync(`${file}.tmp`, file);
