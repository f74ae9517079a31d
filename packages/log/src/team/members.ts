/** Members of a team store: a login of the database for each person and machine, with a role in each project (`roles.ts`). */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { invalidRequest, notFound, permissionDenied, type HookloomError } from '@hookloom/core';
import type { Connection, Queries } from '../stores/postgres/connection.ts';
import { checkSchema, SCHEMA } from '../stores/postgres/migrate.ts';
import { accessEnded } from '../stores/postgres/store-error.ts';
import type { Role } from '../stores/postgres/roles.ts';

export interface Member {
  login: string;
  person: string;
  /** Empty if the invitation named none. */
  machine: string;
  role: Role;
  project: string;
  invited_by: string;
  invited_at: string;
  revoked_at: string | null;
}

export interface Invite {
  /** A person's name, or the login of a member who gets this role in addition to or instead of another one. */
  member: string;
  machine: string;
  role: Role;
  project: string;
}

const LOGIN = /^hookloom_[a-z0-9_]{1,50}$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,31}$/u;
const UTC = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

/**
 * Creates a login with a random password, and returns both. The server only ever gets a verifier of the password, so it
 * cannot be shown again. An existing login keeps its password. Throws `permission_denied` if the caller's role may not
 * do this, and for a store whose owner may not create roles.
 */
export async function inviteMember(
  connection: Connection,
  { member, machine, role, project }: Invite,
): Promise<{ login: string; person: string; password: string | null }> {
  const members = await listMembers(connection);
  const isKnown = members.some(({ login, revoked_at }) => login === member && revoked_at === null);
  if (LOGIN.test(member) && !isKnown) throw noMember();
  if ((!isKnown && !NAME.test(member)) || (machine !== '' && !NAME.test(machine)))
    throw invalidRequest(
      'A name may contain letters, digits, dots, underscores and dashes, at most 32.',
      'Pass a shorter or plainer name.',
    );
  const plain = member.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const login = isKnown ? member : `hookloom_${plain}_${randomBytes(3).toString('hex')}`;
  const password = isKnown ? null : randomBytes(24).toString('base64url');
  const verifier = password === null ? null : verifierOf(password);
  const [row] = await connection.query('SELECT hookloom.invite($1, $2, $3, $4, $5, $6) AS person', [
    project,
    login,
    verifier,
    member,
    machine,
    role,
  ]);
  return { login, person: String(row!['person']), password };
}

/** The password verifier that a server stores (RFC 5803). */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const key = (of: string): Buffer => createHmac('sha256', salted).update(of).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

/** Members of the projects that the caller can see. */
export async function listMembers(on: Queries): Promise<Member[]> {
  const rows = await on.query(
    `SELECT login, person, machine, role, project, invited_by, to_char(invited_at AT TIME ZONE 'UTC', ${UTC}) AS invited_at,
       to_char(revoked_at AT TIME ZONE 'UTC', ${UTC}) AS revoked_at
     FROM hookloom.member ORDER BY project, person, login`,
  );
  return rows as unknown as Member[];
}

export interface MemberChange {
  at: string;
  project: string;
  /** The login or database user who did it. */
  actor: string;
  action: string;
  login: string;
  detail: string;
}

/** Newest first, of the projects in which the caller may read them. */
export async function listChanges(on: Queries, limit: number): Promise<MemberChange[]> {
  const rows = await on.query(
    `SELECT to_char(at AT TIME ZONE 'UTC', ${UTC}) AS at, project, actor, action, login, detail FROM hookloom.changes($1)`,
    [limit],
  );
  return rows as unknown as MemberChange[];
}

/** Ends memberships at once: of a login or a person, in one project or in all. Returns those that ended. */
export async function revokeMember(
  connection: Connection,
  named: string,
  project: string | undefined,
): Promise<Member[]> {
  const found = (await listMembers(connection)).filter(
    (member) =>
      member.revoked_at === null &&
      (member.login === named || member.person === named) &&
      (project === undefined || member.project === project),
  );
  if (found.length === 0) throw noMember();
  await connection.transaction(async (on) => {
    for (const member of found)
      await on.query('SELECT hookloom.revoke($1, $2)', [member.project, member.login]);
  });
  // If the connection cannot be ended, it sees and writes nothing from now on.
  for (const login of new Set(found.map((member) => member.login)))
    await connection.query('SELECT hookloom.end_connections($1)', [login]);
  return found;
}

/**
 * What the store knows about the caller: null for the owner of the tables, who has no role. Throws like `checkSchema`
 * if another version has updated the store since the connection was opened.
 */
export async function callerInStore(on: Queries, project: string) {
  const [row] = await on.query(
    'SELECT s.*, (SELECT max(version) FROM hookloom.schema_version) AS schema FROM hookloom.standing($1) s',
    [project],
  );
  if (row?.['schema'] !== SCHEMA) await checkSchema(on);
  if (row?.['owner'] === true) return null;
  if (typeof row?.['person'] === 'string')
    return { person: row['person'], mayWrite: row['sends'] === true };
  if (row?.['revoked'] === true) throw accessEnded();
  throw permissionDenied(
    `You are not a member of the project ${project} in this team store.`,
    'Ask an admin to run `hookloom team invite` for this project.',
  );
}

function noMember(): HookloomError {
  return notFound(
    'The team store has no active member of this name.',
    'Run `hookloom team members`.',
  );
}
