/** Whether the last sync with the team store succeeded. Contacts no server. */
import { stateDirPath } from '@hookloom/core/settings';
import { readTeamState, teamFolder } from '../../team/team-state.ts';
import { ok, warning, type Check } from './row.ts';

export const checkTeam: Check = ({ workspace, place }) => {
  const state = readTeamState(teamFolder(workspace, stateDirPath(place.env)));
  if (state === null) return [];
  const { last, project, writer } = state;
  if (last?.error == null)
    return ok(
      'team',
      `${project} takes part in a team store as ${writer}, last sync ${last?.at ?? 'never'}.`,
    );
  return warning('team', {
    message: `The last sync with the team store failed: ${last.error}`,
    why: `${last.remedy} Events are recorded on this machine and wait there. Nothing is lost.`.trim(),
    command: last.isRefused ? 'hookloom sync --disable' : 'hookloom sync',
  });
};
