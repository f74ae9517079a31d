/**
 * Sessions of other writers. `share-`: a file in the repository, with 16 hex of the writer's key and 8 of its clone. `team-`:
 * a log from the team's store, with 16 hex of its writer and 8 of its session.
 */
const SHARED = /^(share|team)-[0-9a-f]{16}-[0-9a-f]{8}$/;

/** @example isSharedSession('share-3f2a9c1d4b5e6f70-0a1b2c3d') // true */
export function isSharedSession(session: string): boolean {
  return SHARED.test(session);
}

/** The id of an event in a shared file: 128 bits of the hash that its writer signed, the size of an index entry. */
export function sharedEventId(hash: string): string {
  return `share_${hash.slice(0, 32)}`;
}

/** The kinds that may be shared. Turns, commands and edits never are. */
export const SHARED_KINDS = [
  'rule',
  'decision',
  'preference',
  'rejected',
  'cause',
  'fact',
  'skill',
] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];
