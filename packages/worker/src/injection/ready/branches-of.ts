/** The branches for which a context is prepared: the project's own, and those of worktrees in which a session began. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { branchOf, readyFile } from '@hookloom/hooks';
import { repositoryOf } from '../../workspaces/locate.ts';

/** How many worktrees are checked. */
const MOST = 16;

/** The project's own first. */
export function branchesOf(
  { root, eventloomDir: dir, session }: Workspace,
  stateDir: string,
): (string | null)[] {
  const own = branchOf(root);
  const others = worktreesOf(root)
    .map(branchOf)
    .filter((branch) => branch !== null && branch !== own)
    // The hook at a session start there has requested it before.
    .filter((branch) => fs.existsSync(readyFile({ stateDir, dir, session, branch })));
  return [own, ...new Set(others)];
}

/** The folders of a repository's worktrees. */
function worktreesOf(root: string): string[] {
  try {
    const listed = path.join(repositoryOf(root)?.commonDir ?? '', 'worktrees');
    return fs
      .readdirSync(listed)
      .slice(0, MOST)
      .map((name) =>
        path.dirname(fs.readFileSync(path.join(listed, name, 'gitdir'), 'utf8').trim()),
      );
  } catch {
    return [];
  }
}
