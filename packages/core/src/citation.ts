import { invalidRequest } from './errors.ts';

/** A reference to one event of one session. `hashPrefix` is 12 or 64 lower-case hex characters. */
export interface Citation {
  session: string;
  seq: number;
  hashPrefix: string;
}

/** Hex characters of the hash in a citation that we write: the canonical spelling. */
export const CITATION_HEX = 12;

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

/** Parses a citation in either accepted spelling; throws `invalid_request` for anything else. */
export function parseCitation(text: string): Citation {
  const match = PATTERN.exec(text);
  if (match === null) {
    throw invalidRequest(
      `Not a citation: ${JSON.stringify(text.slice(0, 200))}.`,
      'Use the form eventloom://SESSION/events/SEQ#HASH with 12 or 64 hex characters.',
    );
  }
  return { session: match[1]!, seq: Number(match[2]), hashPrefix: match[3]! };
}
