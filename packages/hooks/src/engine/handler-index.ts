/**
 * For which events a project has handlers, remembered so that a hook without any loads no engine. On the hook path:
 * one small file read, one stat for each place where hooks may stand. It lies in the user's private state folder: in the
 * workspace a repository could plant one and switch the user's guards off.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { contentDigest } from '@hookloom/core/hook/delivery-key';

export interface HandlerIndex {
  v: 1;
  /** Every path that may hold hooks with its stamp (`size:mtimeMs:ino`), null where there was none. */
  seen: [path: string, stamp: string | null][];
  /** The client's own events for which the engine has something to do, after what the client runs by itself is left out. */
  events: string[];
  /** Those of them that have a guard marked critical: they are refused when the engine itself fails. */
  critical: string[];
}

/** `guarded`: there is work, and it must not be skipped. */
export type HandlersKnown = 'none' | 'some' | 'guarded';

/** Where the environment decides which files are read, the answer is another. */
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

/** `none` only when it is certain that nothing is to be done for this event of the client. */
export function handlersFor(file: string, nativeEvent: string): HandlersKnown {
  const index = readIndex(file);
  if (index === null) return 'some';
  if (index.critical.includes(nativeEvent)) return 'guarded';
  if (index.events.includes(nativeEvent)) return 'some';
  return index.seen.some(([path, stamp]) => stampOf(path) !== stamp) ? 'some' : 'none';
}

function readIndex(file: string): HandlerIndex | null {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(fd);
    const uid = process.getuid?.();
    if (uid !== undefined && (stats.uid !== uid || (stats.mode & 0o077) !== 0)) return null;
    const index = JSON.parse(readFileSync(fd, 'utf8')) as HandlerIndex;
    const lists: unknown[] = [index.seen, index.events, index.critical];
    return index.v === 1 && lists.every(Array.isArray) ? index : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** What `load.ts` calls a file's stamp. */
function stampOf(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
  } catch {
    return null;
  }
}
