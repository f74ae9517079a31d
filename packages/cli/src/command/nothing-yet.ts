/** What a look says where nothing was ever recorded. A look makes no folder (DESIGN law 14: found nothing is an answer). */
import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/config/workspace';
import type { CommandContext } from './context.ts';

export const NOTHING_YET =
  'Nothing is recorded here yet. Connect a client to this folder: hookloom init';

export function hasLog({ eventloomDir }: Workspace): boolean {
  return fs.existsSync(eventloomDir);
}

/**
 * For people: says that there is nothing yet, and true where that was all. With `--json` the command goes on: its own
 * answer is the empty one.
 */
export function saidNothingYet(
  { out }: CommandContext,
  workspace: Workspace,
  { json }: { json: boolean },
): boolean {
  if (json || hasLog(workspace)) return false;
  out.line(NOTHING_YET);
  return true;
}
