/** Who may do what in a team store. The database has a copy of this table, and the reference page shows it. */

export const ROLES = ['reader', 'writer', 'coordinator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const RIGHTS = [
  {
    right: 'fetch',
    does: 'fetch what teammates sent, and list members and the state of the store',
    roles: ['reader', 'writer', 'coordinator', 'admin'],
  },
  {
    right: 'send',
    does: 'send events, under their own name only',
    roles: ['writer', 'coordinator', 'admin'],
  },
  {
    right: 'invite',
    does: 'invite and revoke readers and writers',
    roles: ['coordinator', 'admin'],
  },
  {
    right: 'audit',
    does: 'read who was invited and revoked, when and by whom',
    roles: ['coordinator', 'admin'],
  },
  { right: 'appoint', does: 'invite and revoke coordinators and admins', roles: ['admin'] },
] as const satisfies readonly { right: string; does: string; roles: readonly Role[] }[];

export type Right = (typeof RIGHTS)[number]['right'];
