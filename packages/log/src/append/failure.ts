/** Why an append could not be made, in words that stay the same whatever the system calls it. */
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
