/** What a read-only command prints if nothing was ever recorded. It creates no folder and no file. */
import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';
import { printNoticesOf } from '../output/log-notices.ts';
import type { CommandContext } from './context.ts';

export const NOTHING_YET =
  'Nothing is recorded here yet. Connect a client to this folder: hookloom init';

/** False for an empty `.eventloom` too. Events in the inbox count as recorded. */
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
 * For people: prints that there is nothing yet, and returns true if that is the whole answer. Reports a log that
 * existed before and was deleted first. With `--json` the command continues, and its own answer is empty.
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
