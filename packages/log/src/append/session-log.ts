/** The files of one session, and what one process remembers about them between appends. */
import type { Ids } from '@hookloom/core/events';
import { createFileLock, type FileLock } from '../lock/file-lock.ts';

export interface SessionLog {
  readonly dir: string;
  readonly session: string;
  readonly path: string;
  readonly headPath: string;
  readonly lock: FileLock;
  readonly ids: Ids;
  now(): number;
  /** The end of the log as this process left it; void as soon as the file's identity or size differs. */
  end: { ino: number; size: number; seq: number; hash: string } | null;
  /** Modification time of the inbox when it was last found without events of this session. */
  inboxQuietMs: number | null;
  /** Where the mark of this log is stored; empty until the directory exists. Null: there is none. */
  markPath: string | null;
}

export interface SessionLogOptions {
  now: () => number;
  ids: Ids;
  sweepFirst?: boolean;
  /** `any`: continue a log of any installation, and store no mark. For tests that write logs themselves. */
  installation?: 'any' | undefined;
}

export function openSessionLog(
  dir: string,
  session: string,
  { sweepFirst = false, installation, ...environment }: SessionLogOptions,
): SessionLog {
  return {
    dir,
    session,
    path: `${dir}/${session}.jsonl`,
    headPath: `${dir}/${session}.head`,
    lock: createFileLock(dir, session, { sweepFirst }),
    ...environment,
    end: null,
    inboxQuietMs: null,
    markPath: installation === 'any' ? null : '',
  };
}
