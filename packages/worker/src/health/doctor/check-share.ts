/** Shared memory: refused lines, writers that no one accepted, and a key that other users can read. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { listWriters } from '../../share/list-writers.ts';
import { knownKey, SHARE_KEY } from '../../signing/signing-key.ts';
import type { Workspace } from '@hookloom/core/config/workspace';
import { openSharedStore, stampOf } from '@hookloom/log';
import { glance } from '@hookloom/memory/glance';
import type { ListedWriter } from '../../share/list-writers.ts';
import { shareAccess } from '../../share/share-state.ts';
import { git } from '../../workspaces/project-identity.ts';
import { error, ok, warning, type Check, type DoctorRow } from './row.ts';

export const checkShare: Check = async ({ workspace, place }) => {
  const stateDir = stateDirPath(place.env);
  const { writers, own } = listWriters(workspace, stateDir);
  if (writers.length === 0 && own === null) return [];
  const rows: DoctorRow[] = [];
  const broken = writers.find(({ refused }) => refused.length > 0);
  if (broken !== undefined) {
    const { line, why } = broken.refused[0]!;
    const what = line === null ? `${broken.file} is` : `Event ${line} of ${broken.file} is`;
    rows.push(
      error('share.lines', {
        message: `${what} refused: ${why}.`,
        why: 'The file was edited, or a merge left it broken. The line is not used.',
        command: (await isEditedHere(workspace.root, broken.file, place.env))
          ? `git restore --source=HEAD --staged --worktree -- ${broken.file}`
          : 'hookloom share status',
      }),
    );
  }
  const unknown = writers.filter(({ standing }) => standing === 'unknown');
  if (unknown.length > 0)
    rows.push(
      warning('share.writers', {
        message: `You have not accepted ${unknown
          .map(({ author }) => author)
          .slice(0, 3)
          .join(', ')}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''}.`,
        why: 'What they share is shown as reported and does not count as a fact.',
        command: `hookloom share trust ${unknown[0]!.author}`,
      }),
    );
  const behind = await behindTombstones(workspace, stateDir, writers);
  if (behind !== undefined)
    rows.push(
      warning('share.forgotten', {
        message: `${behind.author} forgot something that the memory of this machine still holds.`,
        why: 'It goes with the next question. Until then it is in the files below .eventloom/projections.',
        command: 'hookloom memory checkout decisions',
      }),
    );
  const hasKey = own === null || knownKey(stateDir, SHARE_KEY) !== null;
  if (!hasKey)
    rows.push(
      error('share.key', {
        message: 'The key that signs what you share does not exist.',
        why: 'Without it you cannot share or forget shared lines. With a new key your team has to trust you again.',
        command: 'hookloom share init',
      }),
    );
  const count = writers.filter(({ standing }) => standing === 'trusted').length;
  const said = `${writers.length} shared ${writers.length === 1 ? 'file' : 'files'}, ${count} of writers that you trust.`;
  return rows.length > 0 ? rows : [ok('share', said)];
};

/** The file is another one than git has, so git can bring that back. No filter of the repository runs. */
async function isEditedHere(
  root: string,
  file: string,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const [kept, here] = await Promise.all([
    git(['-C', root, 'rev-parse', `HEAD:./${file}`], env),
    git(['-C', root, 'hash-object', '--no-filters', '--', file], env),
  ]);
  return kept !== null && here !== null && kept !== here;
}

/** A trusted writer whose file has other bytes than the memory read, and names what was forgotten. */
async function behindTombstones(
  workspace: Workspace,
  stateDir: string,
  writers: readonly ListedWriter[],
): Promise<ListedWriter | undefined> {
  const telling = writers.filter((one) => one.standing === 'trusted' && one.tombstones > 0);
  if (telling.length === 0) return undefined;
  const { eventloomDir, root } = workspace;
  const store = openSharedStore({ root, eventloomDir, access: shareAccess(workspace, stateDir) });
  const seen = await glance(`${eventloomDir}/projections/memory.sqlite`);
  for (const one of telling) {
    const read = seen?.sessions.find(({ session }) => session === one.session_id);
    if (read === undefined) continue;
    const isTouched = read.position.split(' ')[1] !== stampOf(`${root}/${one.file}`);
    if (isTouched && (await store.head(one.session_id))?.hash !== read.hash) return one;
  }
  return undefined;
}
