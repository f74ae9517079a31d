/** An administrator's token instead of a terminal: for servers and pipelines without a person. Pure. */
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../sha256.ts';

export interface TokenRequest {
  /** `MCP_ADMIN_TOKEN` or the content of `MCP_ADMIN_TOKEN_FILE`; undefined: none. */
  configured: string | undefined;
  /** The token that the caller presents. */
  given: string;
  /** SHA-256 of the token that this installation accepted before; null: none yet. */
  known: string | null;
  /** The caller could be an agent that invented a token. */
  mayBeAgent: boolean;
  /** A review is in force that a new token would allow to be replaced. */
  hasReview: boolean;
}

export type TokenVerdict =
  | { isAccepted: true; digest: string }
  | { isAccepted: false; reason: 'not_configured' | 'differs' | 'unknown_token' };

/**
 * An agent can set a variable and write a file, so equal texts alone prove nothing: the first token is accepted only if
 * no agent is detected and nothing was reviewed; from then on only the same one.
 */
export function judgeToken(request: TokenRequest): TokenVerdict {
  const { configured, given, known, mayBeAgent, hasReview } = request;
  if (configured === undefined || configured === '')
    return { isAccepted: false, reason: 'not_configured' };
  const digest = sha256Hex(given);
  if (!isEqual(digest, sha256Hex(configured))) return { isAccepted: false, reason: 'differs' };
  const isFirst = known === null && !mayBeAgent && !hasReview;
  if (!isFirst && (known === null || !isEqual(digest, known)))
    return { isAccepted: false, reason: 'unknown_token' };
  return { isAccepted: true, digest };
}

/** Takes the same time whatever the texts are. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
