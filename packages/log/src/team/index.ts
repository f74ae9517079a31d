/** What a team's store in PostgreSQL offers to the worker. Loaded only if one is configured. */
export { checkAddress, showAddress } from '../stores/postgres/address.ts';
export { connect } from '../stores/postgres/connection.ts';
export { holdConnection, type HeldConnection } from '../stores/postgres/held-connection.ts';
export { checkSchema, migrate, readSchema } from '../stores/postgres/migrate.ts';
export { listTeammates } from './part-file.ts';
export { callerInStore, inviteMember, listChanges, listMembers, revokeMember } from './members.ts';
export { storeStatus } from './status.ts';
export { channelOf, notifyMembers } from './notices.ts';
export { hasLeaving, pushLog } from './push.ts';
export { forgetInParts, pullLogs } from './pull.ts';
export { keepParts } from './keep-parts.ts';
