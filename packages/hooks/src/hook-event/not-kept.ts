/** The message of `hook-event` if its event was not stored: a script that records must be able to notice. */
import type { AppendOutcome } from '@hookloom/log/append';

/** Length of one or two terminal lines. */
const MAX_CHARS = 200;

class NotKept extends Error {}

/** Throws if the event is neither in the log nor in the inbox. */
export function assertKept(outcome: AppendOutcome): void {
  if (outcome.kind !== 'lost') return;
  const { reason } = outcome;
  const why = reason === 'no_space' ? 'the disk is full' : 'the log and its inbox take no events';
  throw new NotKept(`${why} (${reason}). Run \`hookloom doctor\`.`);
}

/**
 * Why nothing was stored, for one line on standard error.
 *
 * @example whyNotKept(new Error('EACCES: permission denied')) === 'nothing was recorded: EACCES: permission denied'
 */
export function whyNotKept(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `nothing was recorded: ${message.replace(/\p{C}/gu, '?').slice(0, MAX_CHARS)}`;
}
