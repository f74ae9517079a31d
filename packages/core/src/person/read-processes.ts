import type { ProcessTable } from './process-table.ts';
import { readProc } from './read-proc.ts';
import { readPs, readWindows } from './read-ps.ts';

/** The table of processes of this machine; null if it cannot be read. */
export function readProcesses(platform: NodeJS.Platform = process.platform): ProcessTable | null {
  if (platform === 'win32') return readWindows();
  if (platform !== 'linux') return readPs();
  const table = readProc();
  return table.find(table.self) === null ? readPs() : table;
}
