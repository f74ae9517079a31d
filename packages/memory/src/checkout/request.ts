import { assertSessionId, invalidRequest, type HookloomError } from '@hookloom/core';
import type { Clock, EventStore, StoredEvent } from '@hookloom/core/events';
import type { MemoryReads } from '../memory.ts';
import type { ScoringProfile } from '../search/scoring-profiles.ts';
import type { RetentionPolicy } from './retention.ts';
import type { PurposeInput } from './purpose.ts';
import type { Quoted } from '../extract/extracted.ts';

/** The dependencies of a checkout. It only reads; the caller records the activity. */
export interface CheckoutDeps {
  memory: MemoryReads;
  /** For ref targets and for checking citations against the log. */
  store: Pick<EventStore, 'at' | 'check' | 'head'>;
  clock: Clock;
  /** Checks whether the rows of this memory quote an event correctly. Without it, they are not checked. */
  isQuoted?: (event: StoredEvent, quoted: Quoted) => boolean;
  /** For checking the files that rows cite. Without it, no file is checked. */
  files?: WorkspaceFiles;
  /**
   * The target of a stored ref. Without it, `HEAD` is computed from the log. Throws `not_found` for an unknown name.
   */
  resolveRef?: (
    name: string,
    session: string,
  ) => Promise<{ session: string; seq: number; hash: string }>;
  /** Tokens of a text. Default: bytes over four, rounded up. Must be deterministic. */
  estimateTokens?: (text: string) => number;
}

export interface CheckoutRequest {
  query: string;
  /** Words and phrases that the answer may use: for the search, never for the judgement. */
  also?: readonly string[] | undefined;
  session: string;
  /** All sessions to read, limited to the caller's scope. Default: `session` only. */
  sessions?: readonly string[] | undefined;
  /** `HEAD` or `refs/…`. */
  ref?: string | undefined;
  /** First event of the replay window. Default 1. */
  replayFromSeq?: number | undefined;
  /** Rows of current facts, 1 to 100. Default 10; in the short form, rows of all kinds, and 40. */
  limit?: number | undefined;
  /** Events of the replay window that are shown, 0 to 200. Default 20. */
  maxRecentEvents?: number | undefined;
  /** Budget of the complete response in tokens. Default: `DEFAULT_MAX_TOKENS`. */
  maxTokens?: number | undefined;
  purpose?: PurposeInput | undefined;
  settings?: RecallSettings | undefined;
  /** Notices about the log itself: sentences for the start of the answer. */
  notices?: readonly string[] | undefined;
}

/** Workspace-wide settings from the environment. */
export interface RecallSettings {
  /** `QUERY_SCORING_PROFILE`. A purpose's own profile takes precedence. */
  scoring?: ScoringProfile;
  /** `RETENTION_POLICY`. Default `none`. */
  retention?: RetentionPolicy;
  /** `RETRIEVAL_PROFILE`: false for a profile without salience. Default true. */
  salience?: boolean;
}

/** A request with every default filled in. */
export interface CheckoutPlan {
  query: string;
  also: readonly string[];
  session: string;
  sessions: string[];
  ref: string | null;
  replayFromSeq: number;
  limit: number;
  maxRecentEvents: number;
  /** Null: no budget was requested. */
  maxTokens: number | null;
}

/** 38,000 characters: less than the 40,000 that the client with the smallest window shows in full. */
export const DEFAULT_MAX_TOKENS = 9500;
/** Longest question that is searched and shown. */
const MAX_QUERY_CHARS = 4096;

const REF_NAME = /^(HEAD|refs\/[A-Za-z0-9._/-]{1,240})$/;

/** Fills in defaults; throws `invalid_request` if a documented limit is exceeded. */
export function planRequest(request: CheckoutRequest): CheckoutPlan {
  const { query } = request;
  if (typeof query !== 'string' || query.trim() === '' || query.length > MAX_QUERY_CHARS)
    throw refuse(`query must have 1 to ${MAX_QUERY_CHARS} characters`);
  const session = assertSessionId(request.session);
  const sessions = [...new Set([session, ...(request.sessions ?? [])].map(assertSessionId))];
  const ref = request.ref ?? null;
  if (ref !== null && !isRefName(ref)) throw refuse('ref must be HEAD or refs/…');
  return {
    query,
    also: request.also ?? [],
    session,
    sessions,
    ref,
    replayFromSeq: bounded('replay_from_seq', request.replayFromSeq, 1, 1, 2 ** 53 - 1),
    limit: bounded('limit', request.limit, 10, 1, 100),
    maxRecentEvents: bounded('max_recent_events', request.maxRecentEvents, 20, 0, 200),
    maxTokens:
      request.maxTokens === undefined
        ? null
        : bounded('max_tokens', request.maxTokens, 0, 0, 2 ** 31 - 1),
  };
}

function isRefName(name: string): boolean {
  if (!REF_NAME.test(name)) return false;
  return name === 'HEAD' || name.split('/').every((part) => !/^\.{0,2}$/.test(part));
}

function bounded(
  name: string,
  value: number | undefined,
  standard: number,
  min: number,
  max: number,
): number {
  if (value === undefined) return standard;
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw refuse(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The checkout request is invalid: ${what}.`,
    'Correct this field and call again.',
  );
}

/** The current files of the workspace, for the anchors that point into them. */

/**
 * The current state of a workspace file. `unknown`: cannot be determined, for example for a path outside the workspace.
 */
export type FileNow =
  | { state: 'found'; text: string; blob: string }
  | { state: 'missing' }
  | { state: 'unknown' };

/** Reads a file of the workspace: never outside it, never through a link, bounded. */
export interface WorkspaceFiles {
  read(path: string): FileNow;
}
