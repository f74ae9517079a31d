/** Checks shared memory: refused lines, writers that were never accepted, and a key that other users can read. */
import { shellQuote } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { listWriters } from '../../share/list-writers.ts';
import { knownKey, SHARE_KEY } from '../../signing/signing-key.ts';
import { error, ok, warning, type Check, type DoctorRow } from './row.ts';

export const checkShare: Check = ({ workspace, place }) => {
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
        why: 'The file was edited, or a merge left it broken. The line is not used. If the committed file is broken too, its writer has to restore an older one.',
        command: `git checkout HEAD -- ${shellQuote(broken.file)}`,
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
        command: `hookloom share trust ${unknown[0]!.key!.slice(0, 8)}`,
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
  const yours = writers.some(({ standing }) => standing === 'own') ? 'yours, ' : '';
  const said = `Shared files: ${yours}${count} of writers that you trust.`;
  return rows.length > 0 ? rows : [ok('share', said)];
};
