// The running processes of a lab, found by the home in their environment. Linux only: elsewhere none is found.
import fs from 'node:fs';

/** @returns `{ pid, command }` of every process whose home is the lab's. */
export function processesOf(home) {
  if (process.platform !== 'linux') return [];
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const environment = fs.readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        if (!environment.includes(`HOME=${home}`)) return [];
        const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ');
        // A zombie has no command line.
        return command === '' ? [] : [{ pid: Number(name), command: command.slice(0, 200) }];
      } catch {
        return [];
      }
    });
}
