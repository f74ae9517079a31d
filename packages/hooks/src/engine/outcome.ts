/** How one run of a handler ended, before and after its answer was interpreted. */
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
      /**
       * Decoded once over the joined bytes, so that no character is split; invalid bytes became replacement characters.
       */
      stdout: string;
      stderr: string;
      /** An output was longer than the cap and cut. */
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

/** Why a handler's run ended as it did: stable words, recorded in `hook.run.completed`. */
export type OutcomeReason =
  /** Its answer was read. */
  | 'answered'
  /** It printed nothing and succeeded. */
  | 'silent'
  /** Exit 2, or the dialect's other blocking exit. */
  | 'blocked_by_exit'
  /** Another exit code, for which the dialect only warns. */
  | 'warned_by_exit'
  | 'timed_out'
  | 'killed'
  | 'not_started'
  /** It printed something that looks like JSON but is not. */
  | 'unreadable'
  | 'http_error'
  /** A block on an event that cannot be blocked: an error in the log. */
  | 'block_not_possible'
  /** Started in the background. */
  | 'detached';

/** A run, interpreted by the handler's dialect. Pure function of the raw outcome. */
export interface Interpreted {
  reason: OutcomeReason;
  response: HookResponse;
  /** For a person: noise around the JSON, a field of the wrong type, an unknown word. Never a secret. */
  notes: string[];
}
