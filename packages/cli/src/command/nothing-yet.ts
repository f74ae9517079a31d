/** What a command that only reads says where nothing was ever recorded. It makes no folder and no file. */
import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';
import { printNoticesOf } from '../output/log-notices.ts';
import type { CommandContext } from './context.ts';

export const NOTHING_YET =
  'Nothing is recorded here yet. Connect a client to this folder: hookloom init';

/** False for an empty `.eventloom` too. What waits in the inbox counts as recorded. */
export function hasLog({ eventloomDir }: Workspace): boolean {
  try {
    const names = fs.readdirSync(eventloomDir);
    return names.some((name) => name.endsWith('.jsonl') || name === 'inbox');
  } catch {
    return false;
  }
}

/** A fresh clone of a repository in which a team shares memory. */
function hasShared({ root }: Workspace): boolean {
  return fs.existsSync(`${root}/.hookloom/writers`);
}

/**
 * For people: says that there is nothing yet, and returns true where that was all. A log that was here and is gone is
 * reported first. With `--json` the command goes on: its own answer is the empty one.
 */
export async function saidNothingYet(
  { out }: CommandContext,
  workspace: Workspace,
  { json }: { json: boolean },
): Promise<boolean> {
  if (json || hasLog(workspace) || hasShared(workspace)) return false;
  await printNoticesOf(out, workspace);
  out.line(NOTHING_YET);
  return true;
}
