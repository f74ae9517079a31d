/** The stores of a team: where the projection is, whether the database answers, and how the last sync ended. */
import { stateDirPath } from '@hookloom/core/settings';
import { projectionState } from '../../team/projection-state.ts';
import { readTeamState, teamFolder } from '../../team/team-state.ts';
import { ok, warning, type Check } from './row.ts';

/** Contacts no server. */
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

export const checkProjection: Check = async ({ place }) => {
  const { backend, in_use: isUsed, text, remediation } = await projectionState(place.env);
  if (backend === 'embedded') return [];
  if (isUsed) return ok('projection', text);
  return warning('projection', { message: text, why: remediation!, command: null });
};
