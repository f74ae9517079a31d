/** How one run of a handler ended, as observed and as interpreted. */
import type { HookResponse } from '@hookloom/core/hook';

/** The result of a process or an endpoint. */
export type RawOutcome =
  | {
      kind: 'process';
      /** Null if a signal ended it or it could not be started. */
      exitCode: number | null;
      signal: string | null;
      timedOut: boolean;
      /** Set if it could not be started: `ENOENT`, `EACCES`, … */
      startError: string | null;
      /** Decoded once over all bytes, so that no character is split. Invalid bytes become replacement characters. */
      stdout: string;
      stderr: string;
      /** An output was truncated at the limit. */
      truncated: boolean;
      durationMs: number;
    }
  | {
      kind: 'http';
      /** Null if there was no answer. */
      status: number | null;
      body: string;
      /** `timeout`, `refused`, `forbidden_address`, `invalid_url`, … */
      error: string | null;
      truncated: boolean;
      durationMs: number;
    };

/** Why a handler's run ended as it did. Stable codes, recorded in `hook.run.completed`. */
export type OutcomeReason =
  /** Its answer was parsed. */
  | 'answered'
  /** It succeeded without output. */
  | 'silent'
  /** Exit 2, or the dialect's other blocking exit. */
  | 'blocked_by_exit'
  /** Another exit code, for which the dialect only warns. */
  | 'warned_by_exit'
  | 'timed_out'
  | 'killed'
  | 'not_started'
  /** Its output looks like JSON but is not. */
  | 'unreadable'
  | 'http_error'
  /** It blocked an event that cannot be blocked: an error in the log. */
  | 'block_not_possible'
  /** It was started in the background. */
  | 'detached';

/** The outcome of a run as the handler's dialect interprets it. A pure function of the raw outcome. */
export interface Interpreted {
  reason: OutcomeReason;
  response: HookResponse;
  /** With `unreadable`: what is wrong with an answer that is JSON, as the end of a sentence. */
  invalid?: string;
  /** For the user: noise around the JSON, a field of the wrong type, an unknown word. Never a secret. */
  notes: string[];
}
