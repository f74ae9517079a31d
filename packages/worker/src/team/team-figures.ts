/** The sync state of each project of this installation. Contacts no server. */
import type { TeamFigures } from '../telemetry/metrics.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { readTeamState, teamFolder } from './team-state.ts';

export async function teamFigures(
  workspaces: Pick<Workspaces, 'all'>,
  stateDir: string,
): Promise<TeamFigures[]> {
  const figures: TeamFigures[] = [];
  for (const { runtime } of await workspaces.all()) {
    const state = readTeamState(teamFolder(runtime.workspace, stateDir));
    if (state === null) continue;
    const { waiting } = await (await runtime.team()).teamPosition(runtime.context);
    const { project, last } = state;
    const lastSyncMs = last === null ? null : Date.parse(last.at);
    figures.push({ project, waiting, lastSyncMs, hasFailed: last?.error != null });
  }
  return figures;
}
