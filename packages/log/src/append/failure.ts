/** Why an append failed, in the same words on every system. */
import { HookloomError } from '@hookloom/core';
import type { OpenLog } from './open-log.ts';
export type SpoolReason = 'locked' | 'no_space' | 'read_only' | 'odd_file_system' | 'io';

const REASONS: Record<string, SpoolReason> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'odd_file_system',
  ENOTSUP: 'odd_file_system',
  EOPNOTSUPP: 'odd_file_system',
  ENOSYS: 'odd_file_system',
  EXDEV: 'odd_file_system',
};

export function failureReason(error: unknown): SpoolReason {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return (code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? 'io';
}

/** The log does not end with the head that the caller expects. */
export function conflict({ log: { session } }: OpenLog, head: string | null): HookloomError {
  return new HookloomError(
    'conflict',
    `Session ${session} ends with ${head ?? 'nothing'}, not with the expected head.`,
    'Read what was appended since, and try again with the new head.',
  );
}
