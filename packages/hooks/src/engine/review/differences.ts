/** Describes the changes since a review as short text for users. Pure. */
import path from 'node:path';
import type { Handler } from '../handler.ts';
import type { ExecutedFile } from './executed-file.ts';

/**
 * One phrase for each file that is executed now but was not reviewed in this version. Files that are no longer executed
 * show up as a change of the definition or the script that named them.
 *
 * @example changedFiles([{ path: '/p/a.sh', sha256: '1' }], [{ path: '/p/a.sh', sha256: '2' }], (file) => file)
 * // → ['/p/a.sh differs from the reviewed version']
 */
export function changedFiles(
  reviewed: readonly ExecutedFile[],
  current: readonly ExecutedFile[],
  shown: (file: string) => string,
): string[] {
  return current.flatMap((file) => {
    const isKnown = reviewed.some(
      ({ path: other, sha256 }) =>
        sha256 === file.sha256 &&
        (other === file.path ||
          // The same program in another folder of the PATH.
          (sha256 !== 'missing' && path.basename(other) === path.basename(file.path))),
    );
    if (isKnown) return [];
    const before = reviewed.find((one) => one.path === file.path);
    const name = shown(file.path);
    if (file.sha256 === 'missing') return [`${name} is missing`];
    if (before === undefined || before.sha256 === 'missing')
      return [`${name} is executed and was not reviewed`];
    return [`${name} differs from the reviewed version`];
  });
}

/** One phrase for each part of a definition that changed. */
export function changedDefinition(reviewed: Handler, current: Handler): string[] {
  const parts: [string, unknown, unknown][] = [
    ['its command', textOf(reviewed), textOf(current)],
    ['its matcher', reviewed.matcherText, current.matcherText],
    ['its condition', reviewed.condition, current.condition],
    ['its environment', reviewed.env, current.env],
    ['its timeout', reviewed.timeoutMs / 1_000, current.timeoutMs / 1_000],
    ['critical', reviewed.critical, current.critical],
    ['async', reviewed.async, current.async],
    ['once', reviewed.once, current.once],
    ['sequential', reviewed.sequential, current.sequential],
  ];
  const changes = parts.flatMap(([name, before, now]) =>
    JSON.stringify(before) === JSON.stringify(now)
      ? []
      : [`${name} changed from ${short(before)} to ${short(now)}`],
  );
  return changes.length > 0 ? changes : ['its definition changed'];
}

/** The maximum number of lines to show. */
const MAX_LINES = 20;

/**
 * The changed lines, with `-` and `+`. Omits equal lines at the beginning and the end.
 *
 * @example changedLines('a\nb\n', 'a\nc\n') // → ['-b', '+c']
 */
export function changedLines(before: string, after: string): string[] {
  const [one, other] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one.at(-1 - end) === other.at(-1 - end)
  )
    end += 1;
  const lines = [
    ...one.slice(start, one.length - end).map((line) => `-${line}`),
    ...other.slice(start, other.length - end).map((line) => `+${line}`),
  ];
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `(${lines.length - MAX_LINES} more lines)`];
}

function textOf({ action }: Handler): string {
  if (action.kind === 'shell') return action.command;
  return action.kind === 'argv' ? action.argv.join(' ') : action.url;
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
