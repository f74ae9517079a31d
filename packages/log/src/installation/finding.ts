/** What this installation noticed about a log it knows, and what a person has to acknowledge. */
import type { VerifyReport } from '@hookloom/core/events';

/**
 * `rolled_back`: the log ends before the mark. `forked`: it contains another event at the mark, or a copy of it
 * continued separately. `cut`: its head file names a later event. `replaced`: another log has its name. `deleted`: it
 * is missing. `rewritten`: its events have another Merkle root than when they were verified. `broken`: a verification
 * found damage; new events go to a continuation until the log is repaired.
 */
const LOSSES = ['rolled_back', 'forked', 'cut', 'replaced', 'deleted', 'rewritten'] as const;
export type FindingKind = (typeof LOSSES)[number] | 'broken';

function isLoss(reason: string | null): boolean {
  return LOSSES.some((kind) => kind === reason);
}

export interface Finding {
  kind: FindingKind;
  /** The last event that was known. `broken`: the first one that does not hold. */
  seq: number;
  /** `broken`: of the event before it; empty for none. */
  hash: string;
  /** The end of the log when this was noticed; 0 if there was none. `broken`: the event before it. */
  found: number;
  /** `forked`: the directory of the copy. */
  copy?: string;
}

/** Whether the bytes of the log itself are damaged. A log that only lost events can still be read and projected. */
export function isDamaged({ ok, broken_reason }: VerifyReport): boolean {
  return !ok && !isLoss(broken_reason);
}

/** What a person can do about a damaged log, and the command for it. Only damage before the end can be repaired. */
export function damageAdvice(
  session: string,
  { broken_reason: reason }: Pick<VerifyReport, 'broken_reason'>,
): { advice: string; command: string } {
  if (reason === 'torn_tail')
    return {
      advice: 'No acknowledged event is lost. The next event repairs it.',
      command: 'hookloom doctor --repair',
    };
  if (reason === 'cut_tail')
    return {
      advice:
        'The events after it are not in the file, so a repair cannot bring them back. If you have a backup, restore it. Otherwise record something and accept the loss.',
      command: `hookloom log acknowledge ${session}`,
    };
  return {
    advice: 'A repair keeps every event that is still whole.',
    command: `hookloom log repair ${session}`,
  };
}

/** @example describeLoss({ kind: 'deleted', seq: 12, hash, found: 0 }) // 'it held 12 events and was missing when that was noticed' */
export function describeLoss({ kind, seq, found, copy }: Finding): string {
  switch (kind) {
    case 'deleted':
      return `it held ${seq} ${seq === 1 ? 'event' : 'events'} and was missing when that was noticed`;
    case 'replaced':
      return `it held ${seq} ${seq === 1 ? 'event' : 'events'}, and another log had its name when that was noticed`;
    case 'rolled_back':
      return `event ${seq} was seen in it before, and it ended with event ${found} when that was noticed`;
    case 'cut':
      return `its end was cut off: event ${seq} was written, and it ended with event ${found} when that was noticed`;
    case 'broken':
      return `it is broken at event ${seq}`;
    case 'rewritten':
      return `its events up to ${seq} are not those that were verified before`;
    case 'forked':
      return copy === undefined
        ? `it holds another event ${seq} than was seen before, so it was rolled back and continued, or replaced by a copy`
        : `it and its copy in ${copy} hold different events from about event ${seq} on`;
  }
}
