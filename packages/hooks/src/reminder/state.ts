/**
 * The state of reminders, stored beside the log so that no hook reads the log: when memory was last used (written by the
 * code that reads memory) and when the agent was last reminded (written by the hooks). Two small files, so that neither
 * writer overwrites the other; losing them costs one reminder too many.
 */
import { constants } from 'node:fs';
import { quietly, assertSessionId, isJsonObject, replaceFile } from '@hookloom/core';
import { ensureOwnedDirectory, readRange, withOwned } from '@hookloom/log/append';
import { NO_REMINDER_STATE, type ReminderState } from './policy.ts';

const MAX_BYTES = 4096;

export type MemoryUse = 'bootstrap' | 'checkout' | 'feedback';

/**
 * Records that memory was used: the next reminder counts from here. Call after appending `memory.bootstrap.shown`
 * (`bootstrap`), `memory.checkout.completed` (`checkout`), `memory.feedback.recorded`, `memory.feedback` or
 * `memory.reinforced` (`feedback`). Throws the file system's errors.
 *
 * @param dir Absolute path of the `.eventloom` directory.
 * @param seq Seq of that event in the log of `session`.
 * @example recordMemoryUse('/home/dev/shop/.eventloom', 'shop-default', 'checkout', 42)
 */
export function recordMemoryUse(dir: string, session: string, kind: MemoryUse, seq: number): void {
  const path = pathOf(dir, session, 'use');
  const used = readNumbers(path);
  writeNumbers(dir, path, { ...used, [kind]: Math.max(used[kind] ?? 0, seq) });
}

/** Starts the cool-down. */
export function recordReminder(dir: string, session: string, seq: number, nowMs: number): void {
  writeNumbers(dir, pathOf(dir, session, 'told'), { seq, ms: nowMs });
}

export function readReminderState(dir: string, session: string): ReminderState {
  const used = readNumbers(pathOf(dir, session, 'use'));
  const told = readNumbers(pathOf(dir, session, 'told'));
  return {
    ...NO_REMINDER_STATE,
    bootstrapSeq: used['bootstrap'] ?? null,
    checkoutSeq: used['checkout'] ?? null,
    feedbackSeq: used['feedback'] ?? null,
    remindedSeq: told['seq'] ?? null,
    remindedMs: told['ms'] ?? null,
  };
}

function pathOf(dir: string, session: string, part: 'use' | 'told'): string {
  return `${dir}/runtime/reminder/${assertSessionId(session)}.${part}.json`;
}

/** The numbers of a small file; none if the file is missing or is something else. */
function readNumbers(path: string): Record<string, number> {
  const numbers: Record<string, number> = {};
  // Not written yet.
  quietly(() =>
    withOwned(path, constants.O_RDONLY, ({ fd }) => {
      const value: unknown = JSON.parse(readRange(fd, 0, MAX_BYTES).toString('utf8'));
      for (const [key, number] of isJsonObject(value) ? Object.entries(value) : [])
        if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0)
          numbers[key] = number;
    }),
  );
  return numbers;
}

function writeNumbers(dir: string, path: string, numbers: Record<string, number>): void {
  for (const place of [`${dir}/runtime`, `${dir}/runtime/reminder`]) ensureOwnedDirectory(place);
  replaceFile(path, JSON.stringify(numbers));
}
