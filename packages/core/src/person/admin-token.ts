/** The token of an administrator in place of a terminal: for servers and pipelines where no person sits. Pure. */
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../sha256.ts';

export interface TokenRequest {
  /** `MCP_ADMIN_TOKEN` or what `MCP_ADMIN_TOKEN_FILE` holds; undefined: none. */
  configured: string | undefined;
  /** What the caller shows. */
  given: string;
  /** SHA-256 of the token that this installation has accepted before; null: none yet. */
  known: string | null;
  /** The caller could be an agent that has made up a token of its own. */
  mayBeAgent: boolean;
  /** A review is in force that a new token would allow to be replaced. */
  hasReview: boolean;
}

export type TokenVerdict =
  | { isAccepted: true; digest: string }
  | { isAccepted: false; reason: 'not_configured' | 'differs' | 'unknown_token' };

/**
 * An agent can set a variable and write a file, so equal texts alone prove nothing: the first token is accepted only
 * where no agent is in sight and nothing was reviewed; from then on only the same one.
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

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
