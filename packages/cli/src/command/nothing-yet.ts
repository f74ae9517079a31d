/** What a read-only command prints if nothing was recorded yet. Creates no folder and no file. */
import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';
import { printNoticesOf } from '../output/log-notices.ts';
import type { CommandContext } from './context.ts';

export const NOTHING_YET =
  'Nothing is recorded here yet. Connect a client to this folder: hookloom init';

/** False for an empty `.eventloom` too. Events in the inbox count. */
export function hasLog({ eventloomDir }: Workspace): boolean {
  try {
    const names = fs.readdirSync(eventloomDir);
    return names.some((name) => name.endsWith('.jsonl') || name === 'inbox');
  } catch {
    return false;
  }
}

/** Whether the team shares memory in this repository, as in a fresh clone. */
function hasShared({ root }: Workspace): boolean {
  return fs.existsSync(`${root}/.hookloom/writers`);
}

/**
 * Prints that nothing is recorded yet, and returns true if that is the whole answer. Reports a log that existed before
 * and was deleted first. With `--json` the command continues and returns its own empty answer.
 */
export async function reportedEmpty(
  { out }: CommandContext,
  workspace: Workspace,
  { json }: { json: boolean },
): Promise<boolean> {
  if (json || hasLog(workspace) || hasShared(workspace)) return false;
  await printNoticesOf(out, workspace);
  out.line(NOTHING_YET);
  return true;
}
