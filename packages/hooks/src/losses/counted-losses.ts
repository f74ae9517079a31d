/** Counted lost events that are not in the log yet. */
import { constants } from 'node:fs';
import { isoTime, namesIn } from '@hookloom/core';
import { readRange, withOwned } from '@hookloom/log/append';
import type { LogTarget } from '../engine/detach.ts';
import { lossFolder, lossName } from './loss-file.ts';
import { MAX_LOSS_BYTES } from './note-loss.ts';

/** The payload of `log.lost`. */
export interface Losses {
  /** Events. */
  count: number;
  /** Such as `no_space`, sorted. */
  reasons: string[];
  /** RFC 3339. */
  first_at: string;
  last_at: string;
  /** More were lost than were counted. */
  is_minimum?: true;
}

/** Separates the name of a file from that of the process that seals it; no session id contains it. */
export const SEALED_MARK = '~';

/** Names of the files of one log: the one that hooks write to, and those that a killed process did not seal. */
export function lossNames(target: LogTarget, env: NodeJS.ProcessEnv): string[] {
  const name = lossName(target);
  return namesIn(lossFolder(env)).filter(
    (one) => one === name || one.startsWith(`${name}${SEALED_MARK}`),
  );
}

/** Sessions of a log directory with losses, including those whose log could never be created. */
export function sessionsWithLosses(dir: string, env: NodeJS.ProcessEnv): string[] {
  const start = lossName({ dir, session: '' });
  const own = namesIn(lossFolder(env)).filter((name) => name.startsWith(start));
  return [...new Set(own.map((name) => name.slice(start.length).split(SEALED_MARK)[0]!))].sort();
}

/**
 * Null: nothing is counted.
 *
 * @example countedLosses('/home/dev/shop/.eventloom', process.env)
 * // → { count: 3, reasons: ['no_space'], first_at: '2026-11-22T09:00:00.000Z', last_at: '2026-11-22T09:00:07.000Z' }
 */
export function countedLosses(dir: string, env: NodeJS.ProcessEnv): Losses | null {
  return sessionsWithLosses(dir, env)
    .flatMap((session) => lossNames({ dir, session }, env))
    .map((name) => readLosses(`${lossFolder(env)}/${name}`))
    .reduce(addLosses, null);
}

/**
 * Null for a file that does not exist or contains no line of ours. Throws `permission_denied` for a file that is not our
 * own.
 */
export function readLosses(path: string): Losses | null {
  let text: string;
  try {
    text = withOwned(path, constants.O_RDONLY, ({ fd, stats }) =>
      readRange(fd, 0, Math.min(stats.size, 2 * MAX_LOSS_BYTES)).toString('latin1'),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const lines = [...text.matchAll(/^(\d{1,15}) ([a-z_]{1,40}) (\d{1,6})$/gm)];
  if (lines.length === 0) return null;
  const times = lines.map(([, ms]) => Number(ms)).sort((one, other) => one - other);
  const losses: Losses = {
    count: lines.reduce((sum, [, , , events]) => sum + Number(events), 0),
    reasons: [...new Set(lines.map(([, , reason]) => reason!))].sort(),
    first_at: isoTime(times[0]!),
    last_at: isoTime(times.at(-1)!),
  };
  return text.length < MAX_LOSS_BYTES ? losses : { ...losses, is_minimum: true };
}

export function addLosses(one: Losses | null, other: Losses | null): Losses | null {
  if (one === null || other === null) return one ?? other;
  return {
    count: one.count + other.count,
    reasons: [...new Set([...one.reasons, ...other.reasons])].sort(),
    first_at: one.first_at < other.first_at ? one.first_at : other.first_at,
    last_at: one.last_at > other.last_at ? one.last_at : other.last_at,
    ...(one.is_minimum === true || other.is_minimum === true ? { is_minimum: true } : {}),
  };
}
