/** Members of the team store and its state, through this machine's address for it. */
import type { Connection, Member, MemberChange, Role, StoreStatus } from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { addressOf, placeOf, projectOf, withStore } from './store-access.ts';
import { readTeamState } from './team-state.ts';

export interface InviteRequest {
  /** A name, or the login of a member. */
  member: string;
  role: Role;
  machine?: string | undefined;
  /** Default: the project of this folder. */
  project?: string | undefined;
}

export async function inviteToTeam(
  context: OperationContext,
  { member, role, machine = '', project: named }: InviteRequest,
) {
  const { folder, stateDir } = placeOf(context);
  const project = named ?? readTeamState(folder)?.project ?? (await projectOf(context));
  const { inviteMember } = await import('@hookloom/log');
  const { login, person, password } = await inStore(context, (connection) =>
    inviteMember(connection, { member, machine, role, project }),
  );
  const url = new URL(addressOf(context, stateDir).url);
  [url.username, url.password] = [login, password ?? ''];
  return { person, machine, project, role, login, address: password === null ? null : url.href };
}

export async function teamMembers(context: OperationContext): Promise<Member[]> {
  return inStore(context, (await import('@hookloom/log')).listMembers);
}

/** Newest first. */
export async function teamChanges(context: OperationContext): Promise<MemberChange[]> {
  const { listChanges } = await import('@hookloom/log');
  return inStore(context, (connection) => listChanges(connection, MAX_CHANGES));
}

/** Returns the memberships that ended. */
export async function revokeFromTeam(
  context: OperationContext,
  named: string,
  project?: string,
): Promise<Member[]> {
  const { revokeMember } = await import('@hookloom/log');
  return inStore(context, (connection) => revokeMember(connection, named, project));
}

export async function teamStatus(context: OperationContext): Promise<StoreStatus> {
  return inStore(context, (await import('@hookloom/log')).storeStatus);
}

const MAX_CHANGES = 1000;

function inStore<T>(
  context: OperationContext,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return withStore(addressOf(context, placeOf(context).stateDir), work);
}
