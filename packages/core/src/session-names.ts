/** Names of sessions: from free text, of other writers, and in citations of events. */
import { invalidRequest } from './errors.ts';

/** Hex characters of the hash in a citation that we write: the canonical spelling. */
const CITATION_HEX = 12;

const PATTERN =
  /^eventloom:\/\/([A-Za-z0-9_.-]{1,128})\/events\/([1-9][0-9]{0,15})#([0-9a-f]{64}|[0-9a-f]{12})$/;

/**
 * The canonical citation of an event.
 *
 * @param hash `sha256:` + 64 hex, or the bare hex.
 * @example renderCitation('demo-default', 2, 'sha256:0464261d6ec0…') === 'eventloom://demo-default/events/2#0464261d6ec0'
 */
export function renderCitation(session: string, seq: number, hash: string): string {
  const hex = hash.startsWith('sha256:') ? hash.slice(7) : hash;
  return `eventloom://${session}/events/${seq}#${hex.slice(0, CITATION_HEX)}`;
}

/**
 * Parses a citation in either accepted spelling; throws `invalid_request` for anything else. `hashPrefix` is 12 or 64
 * lower-case hex characters.
 */
export function parseCitation(text: string) {
  const match = PATTERN.exec(text);
  if (match === null)
    throw invalidRequest(
      `Not a citation: ${JSON.stringify(text.slice(0, 200))}.`,
      'Copy it with its hash from memory_query or `hookloom memory query`: eventloom://SESSION/events/SEQ#HASH.',
    );
  return { session: match[1]!, seq: Number(match[2]), hashPrefix: match[3]! };
}

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

/** A domain or session part from free text: lower-case, `-` between words, never empty. */
export function slug(text: string): string {
  const out = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return out === '' ? 'workspace' : out;
}
