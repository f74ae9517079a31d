/** Takes the lock of session `argv[3]` in `argv[2]`, says so, and keeps it until it is killed. */
import { mkdirSync } from 'node:fs';
import { createFileLock } from '../../src/lock/file-lock.ts';

const [dir, session] = process.argv.slice(2) as [string, string];
mkdirSync(dir, { recursive: true, mode: 0o700 });
const held = createFileLock(dir, session).acquire(5000);
process.stdout.write(held ? 'held\n' : 'refused\n');
setInterval(() => {}, 1000);
