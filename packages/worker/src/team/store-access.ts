/** The address of a project's team store, and a connection to it for one operation. */
import { notFound, unavailable } from '@hookloom/core';
import { readProjectFile } from '@hookloom/core/settings';
import { teamStore, type Connection } from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { repositoryOf } from '../workspaces/locate.ts';
import { projectIdentity } from '../workspaces/project-identity.ts';
import { teamAddress, type TeamAddress } from './store-settings.ts';
import { readTeamState, teamFolder, type TeamState } from './team-state.ts';

export interface Place {
  folder: string;
  stateDir: string;
}

export function placeOf({ workspace, stateDir }: OperationContext): Place {
  if (stateDir === undefined)
    throw unavailable('This log is not on a disk.', 'Run the command in its project.');
  return { folder: teamFolder(workspace, stateDir), stateDir };
}

export async function projectOf({ workspace, env }: OperationContext): Promise<string> {
  const repository = repositoryOf(workspace.root);
  const identity = repository === null ? null : await projectIdentity(repository.commonDir, env);
  const id = identity ?? readProjectFile(workspace.eventloomDir)?.id;
  if (id !== undefined) return id;
  throw notFound(
    'This project has no id yet: it has no remote repository and nothing is recorded.',
    'Pass one with --project, the same for every member.',
  );
}

export async function withStore<T>(
  { url, setting }: TeamAddress,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { connect, checkSchema } = await teamStore();
  const connection = await connect(url, { setting });
  try {
    await checkSchema(connection);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

export function stateOf(folder: string): TeamState {
  const state = readTeamState(folder);
  if (state !== null) return state;
  throw notFound('This project is not in a team store.', 'Run `hookloom sync --enable`.');
}

export function addressOf({ env }: OperationContext, stateDir: string): TeamAddress {
  const address = teamAddress(env, stateDir);
  if (address !== null) return address;
  throw notFound(
    'No team store is configured.',
    'Write its address into a file of your own with mode 0600 and name that file in HOOKLOOM_TEAM_URL_FILE.',
  );
}
