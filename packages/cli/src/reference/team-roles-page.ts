import { RIGHTS, ROLES } from '@hookloom/log';
import { page, table } from './markdown.ts';

/** docs/reference/team-roles.md: the permissions that the database enforces. */
export function teamRolesPage(): string {
  return page(
    'Roles in a team store',
    'A member has one role in each project. The database itself decides by this table, so a changed client gains nothing. The user that owns the tables may do everything; it alone sets the store up and updates its schema with `hookloom team init`.',
    table(
      ['a member may', ...ROLES],
      RIGHTS.map(({ does, roles }) => [
        does,
        ...ROLES.map((role) => ((roles as readonly string[]).includes(role) ? 'yes' : 'no')),
      ]),
    ),
    'Everything holds for the projects of the member only. How to invite and revoke: [keep a team store in PostgreSQL](../how-to/keep-a-team-store-in-postgresql.md).',
  );
}
