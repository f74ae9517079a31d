/** Members of a team store: one login of the database for each person and machine, with a role in each project. */
import { randomBytes } from 'node:crypto';
import { HookloomError } from '@hookloom/core/errors';
import type { Connection, Queries } from '../stores/postgres/connection.ts';

/** A reader fetches, a writer also sends. Who owns the tables invites. */
export const ROLES = ['reader', 'writer'] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  login: string;
  person: string;
  role: Role;
  project: string;
  invited_at: string;
  revoked_at: string | null;
}

/** Of a database role. It is put into a statement that takes no parameters. */
const LOGIN = /^hookloom_[a-z0-9_]{1,50}$/;
const PERSON = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,31}$/u;

/**
 * Makes a login with a random password, and returns both. The password is in no table and no log of ours: it cannot be
 * shown again. Throws `permission_denied` for a user who may not make roles.
 */
export async function inviteMember(
  connection: Connection,
  { person, role, project }: { person: string; role: Role; project: string },
): Promise<{ login: string; password: string }> {
  if (!PERSON.test(person))
    throw new HookloomError(
      'invalid_request',
      'A name has letters, digits, points, lines and dashes, 32 at most.',
      'Pass a shorter or plainer name.',
    );
  const plain = person.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const login = `hookloom_${plain}_${randomBytes(3).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  await connection.transaction(async (on) => {
    // Statements on roles take no parameters. Both texts are ours: letters, digits, lines and dashes.
    const [{ verifier } = { verifier: null }] = await on.query(
      "SELECT set_config('password_encryption', 'scram-sha-256', true) AS verifier",
    );
    if (verifier !== 'scram-sha-256' || !LOGIN.test(login)) throw refusedLogin();
    await on.query(`CREATE ROLE ${login} LOGIN PASSWORD '${password}'`);
    await on.query(`GRANT USAGE ON SCHEMA hookloom TO ${login}`);
    await on.query(
      `GRANT SELECT ON hookloom.schema_version, hookloom.log, hookloom.event, hookloom.delivery, hookloom.member TO ${login}`,
    );
    if (role !== 'reader')
      await on.query(
        `GRANT INSERT, UPDATE ON hookloom.log, hookloom.event, hookloom.delivery TO ${login}`,
      );
    await on.query(
      'INSERT INTO hookloom.member (project, login, person, role) VALUES ($1, $2, $3, $4)',
      [project, login, person, role],
    );
    await note(on, { project, action: 'invited', login, detail: `${person} as ${role}` });
  });
  return { login, password };
}

export async function listMembers(on: Queries): Promise<Member[]> {
  const rows = await on.query(
    `SELECT login, person, role, project,
       to_char(invited_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS invited_at,
       to_char(revoked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS revoked_at
     FROM hookloom.member ORDER BY project, person, login`,
  );
  return rows as unknown as Member[];
}

/** Ends a login at once: it may not connect any more, and its open connections end. Returns those that were revoked. */
export async function revokeMember(connection: Connection, named: string): Promise<string[]> {
  const found = (await listMembers(connection)).filter(
    ({ login, person, revoked_at }) => revoked_at === null && (login === named || person === named),
  );
  if (found.length === 0)
    throw new HookloomError(
      'not_found',
      'The team store has no member of this name.',
      'Run `hookloom team members`.',
    );
  await connection.transaction(async (on) => {
    for (const { login, project, person } of found) {
      if (!LOGIN.test(login)) throw refusedLogin();
      await on.query(`ALTER ROLE ${login} NOLOGIN`);
      await on.query(
        'UPDATE hookloom.member SET revoked_at = now() WHERE project = $1 AND login = $2',
        [project, login],
      );
      await note(on, { project, action: 'revoked', login, detail: person });
      // Without this right the connections stay, and see and write nothing.
      await on.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND pg_has_role(current_user, 'pg_signal_backend', 'MEMBER')",
        [login],
      );
    }
  });
  return found.map(({ login }) => login);
}

/** What the store knows of the caller: null for the owner of the tables, who is bound by no role. */
export async function callerInStore(
  on: Queries,
  project: string,
): Promise<{ person: string; mayWrite: boolean } | null> {
  const [row] = await on.query(
    `SELECT pg_has_role(session_user, c.relowner, 'MEMBER') AS owner, hookloom.person_of_caller($1) AS person,
       $1 = ANY (hookloom.projects_of_caller(ARRAY['writer', 'coordinator', 'admin'])) AS writes
     FROM pg_class c WHERE c.oid = 'hookloom.event'::regclass`,
    [project],
  );
  if (row?.['owner'] === true) return null;
  if (typeof row?.['person'] === 'string')
    return { person: row['person'], mayWrite: row['writes'] === true };
  throw new HookloomError(
    'permission_denied',
    `You are no member of the project ${project} in this team store.`,
    'Ask an admin to run `hookloom team invite` for this project.',
  );
}

async function note(
  on: Queries,
  {
    project,
    action,
    login,
    detail,
  }: { project: string; action: string; login: string; detail: string },
): Promise<void> {
  await on.query(
    'INSERT INTO hookloom.audit (project, action, login, detail) VALUES ($1, $2, $3, $4)',
    [project, action, login, detail],
  );
}

function refusedLogin(): HookloomError {
  return new HookloomError(
    'unavailable',
    'The login cannot be changed by Hookloom.',
    'Change it with psql.',
  );
}
