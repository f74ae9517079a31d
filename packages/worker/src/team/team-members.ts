/** Inviting, listing and revoking members, with the address that this machine has for the team store. */
import { teamStore, type Member, type Role } from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { addressOf, placeOf, projectOf, withStore } from './store-access.ts';
import { readTeamState } from './team-state.ts';

export interface Invitation {
  person: string;
  project: string;
  role: Role;
  login: string;
  /** With the password. It is shown once and kept nowhere. */
  address: string;
}

export async function inviteToTeam(
  context: OperationContext,
  { person, role, project: named }: { person: string; role: Role; project?: string | undefined },
): Promise<Invitation> {
  const { folder, stateDir } = placeOf(context);
  const address = addressOf(context, stateDir);
  const project = named ?? readTeamState(folder)?.project ?? (await projectOf(context));
  const { inviteMember } = await teamStore();
  const { login, password } = await withStore(address, (connection) =>
    inviteMember(connection, { person, role, project }),
  );
  const url = new URL(address.url);
  [url.username, url.password] = [login, password];
  return { person, project, role, login, address: url.href };
}

export async function teamMembers(context: OperationContext): Promise<Member[]> {
  const { listMembers } = await teamStore();
  return withStore(addressOf(context, placeOf(context).stateDir), listMembers);
}

/** Returns the logins that ended. */
export async function revokeFromTeam(context: OperationContext, named: string): Promise<string[]> {
  const { revokeMember } = await teamStore();
  return withStore(addressOf(context, placeOf(context).stateDir), (connection) =>
    revokeMember(connection, named),
  );
}
