/**
 * Remembers for which events a project has handlers, so that other events do not load the engine. On the hook path it
 * reads one small file, and makes one stat call for each path that may contain hooks. The index is in the user's
 * private state folder, because a repository could plant one in the workspace and turn the user's guards off.
 */
import { attempt, withPlain } from '@hookloom/core';
import { readFileSync, statSync } from 'node:fs';
import { contentDigest } from '@hookloom/core/hook';

export interface HandlerIndex {
  v: 1;
  /** Every path that may contain hooks with its stamp (`size:mtimeMs:ino`); null if it did not exist. */
  seen: [path: string, stamp: string | null][];
  /** The client's known events without work for the engine; null if no event has any. */
  idle: string[] | null;
  /** Events with a guard marked critical. They are refused when the engine itself fails. */
  critical: string[];
  /** The answer in that case, if exit 2 would not refuse; see `refusal-for.ts`. */
  refusals: Record<string, [stdout: string, stderr: string, exit: number, isRefused: boolean]>;
  /** For each event with handlers, the longest timeout in milliseconds. */
  waits: Record<string, number>;
}

/** `guarded`: there is work, and it must not be skipped. */
export type HandlersKnown = 'none' | 'some' | 'guarded';

/** Replaces a project's folder: outside every project the same handlers apply everywhere. */
export const OUTSIDE = '';

/** The environment is part of the name if it decides which files are read. */
export function indexFile(
  stateDir: string,
  client: string,
  projectDir: string,
  env: Record<string, string | undefined>,
): string {
  const parts = [client, projectDir, env['HOME'], env['CODEX_HOME'], env['CLAUDE_CONFIG_DIR']];
  const key = [...parts, env['HOOKLOOM_HOOK_FILES']].map((part) => part ?? '').join('\n');
  return `${stateDir}/handlers/${contentDigest(key)}.json`;
}

/**
 * `none` only if this event of the client certainly has no work.
 *
 * @param names Every name that the delivery has for the event, because clients differ in which one counts. Empty: it
 * may be any event
 */
export function handlersFor(file: string, names: readonly string[]): HandlersKnown {
  const index = readIndex(file);
  if (index === null) return 'some';
  const { critical, idle, seen } = index;
  const isAny = names.length === 0 && critical.length > 0;
  if (isAny || names.some((name) => critical.includes(name))) return 'guarded';
  if (idle !== null && !(names.length > 0 && names.every((name) => idle.includes(name))))
    return 'some';
  return seen.some(([path, stamp]) => stampOf(path) !== stamp) ? 'some' : 'none';
}

export function readIndex(file: string): HandlerIndex | null {
  return withPlain(file, (fd, stats) => {
    const uid = process.getuid?.();
    if (uid !== undefined && (stats.uid !== uid || (stats.mode & 0o077) !== 0)) return null;
    const index = JSON.parse(readFileSync(fd, 'utf8')) as HandlerIndex;
    const { v, seen, idle, critical } = index;
    const isWhole =
      Array.isArray(seen) &&
      seen.every(Array.isArray) &&
      (idle === null || Array.isArray(idle)) &&
      Array.isArray(critical);
    return v === 1 && isWhole ? index : null;
  });
}

/** A file's stamp as in `load.ts`. */
function stampOf(path: string): string | null {
  return attempt(() => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
  });
}
