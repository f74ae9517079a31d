/** What a read-only command prints if nothing was recorded yet. Creates no folder and no file. */
import fs from 'node:fs';
import { readProjectFile, type Workspace } from '@hookloom/core/settings';
import { printNoticesOf } from '../output/log-notices.ts';
import type { CommandContext } from './context.ts';

/** The next step depends on whether the team shares memory here, and whether the folder is set up or a joined clone. */
export function nothingYet(workspace: Workspace): string {
  const next = hasShared(workspace)
    ? 'See what your team shares: hookloom share status'
    : readProjectFile(workspace.eventloomDir) === null
      ? 'Connect a client to this folder: hookloom init'
      : 'The folder belongs to a project. See which clients record it: hookloom hook-status';
  return `Nothing is recorded here yet. ${next}`;
}

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
  out.line(nothingYet(workspace));
  return true;
}
