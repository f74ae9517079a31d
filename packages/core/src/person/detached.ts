/** Whether a process was cut off from the process that started it. */
import type { ProcessTable } from './process-table.ts';
import { isAdopter, isBareCommand } from './terminal-programs.ts';

/** Programs that run as the first process of a system; a shell in their place is a small container. */
const INIT =
  /^(init|systemd|launchd|tini|dumb-init|docker-init|catatonit|process_api|s6-svscan|runit)$/;

/**
 * True if the chain of parents ends in a shell or an interpreter that the system adopted: its own parent has ended, or
 * hides. A runner, a cron job and a login are visible.
 */
export function isDetached(table: ProcessTable | null): boolean {
  if (table === null) return true;
  let entry = table.find(table.self);
  for (let steps = 0; entry !== null && steps < 256; steps += 1) {
    const parent = entry.parent === 0 ? null : table.find(entry.parent);
    if (parent === null) return false;
    const isTop = isAdopter(parent) && (parent.pid !== 1 || INIT.test(parent.name));
    if (isTop) return isBareCommand(entry);
    entry = parent;
  }
  return false;
}
