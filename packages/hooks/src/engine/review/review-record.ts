/** The record of a review: the definitions and the executed files that a person accepted. Types only. */
import type { DialectName, Handler } from '../handler.ts';
import type { ExecutedFile } from './executed-file.ts';

export interface ReviewedHook {
  kind: 'hook';
  /** The complete definition, with its location. */
  handler: Handler;
  files: ExecutedFile[];
  /** SHA-256 of the configuration file, which is stored as a copy. */
  source: string | null;
  /** The project, for a hook of the user that runs files of one project. Null if it is the same in every project. */
  projectDir: string | null;
  /** `pinned`: recorded when it was first seen, without a person. */
  how: 'reviewed' | 'pinned';
  /** ISO 8601 UTC. */
  at: string;
}

export interface ReviewedSwitches {
  kind: 'switches';
  file: string;
  dialect: DialectName;
  /** In canonical form. */
  switches: string;
  at: string;
}

export type ReviewEntry = ReviewedHook | ReviewedSwitches;

export interface ReviewRecord {
  version: 2;
  /** Absolute path of the project, or `user`. */
  scope: string;
  entries: ReviewEntry[];
  /** The last review by a person: when, and how they were recognised (`terminal pts/3`). Null if all is pinned. */
  reviewed: { at: string; from: string } | null;
}

export type RecordState =
  /** Nothing was ever reviewed or pinned here. */
  | { kind: 'none' }
  | { kind: 'valid'; record: ReviewRecord }
  /** Not as we wrote it. `guards` are those named in it or its second copy. Their calls are refused. */
  | {
      kind: 'tampered';
      reason: string;
      guards: Handler[];
      /** Whether it was reviewed with another state folder. */
      isElsewhere?: true;
    };
