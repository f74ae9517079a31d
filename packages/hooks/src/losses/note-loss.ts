/** Counts events that could be written neither to the log nor to its inbox, such as on a full disk. */
import { constants } from 'node:fs';
import { ensureOwnedDirectory, withOwned, writeAll, type SpoolReason } from '@hookloom/log/append';
import type { LogTarget } from '../engine/detach.ts';
import { lossFile } from './loss-file.ts';

/** `refused`: the log, its folder or its inbox is a link, a pipe or another user's. */
export type LossReason = SpoolReason | 'refused';

/** Some 40,000 lines. Losses beyond that are not counted; then the sealed count is a minimum. */
export const MAX_LOSS_BYTES = 1_048_576;

/** One line: when, why, and how many events. Never throws. */
export function noteLoss(
  target: LogTarget,
  reason: LossReason,
  { events, nowMs }: { events: number; nowMs: number },
): void {
  try {
    const file = lossFile(target);
    ensureOwnedDirectory(file.slice(0, file.lastIndexOf('/')));
    const { O_WRONLY, O_APPEND, O_CREAT } = constants;
    withOwned(file, O_WRONLY | O_APPEND | O_CREAT, ({ fd, stats }) => {
      if (stats.size < MAX_LOSS_BYTES)
        writeAll(fd, Buffer.from(`${nowMs} ${reason} ${events}\n`), null);
    });
  } catch {
    // No place is writable.
  }
}
