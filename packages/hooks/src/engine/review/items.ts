/** Everything that a review is about, as a person is shown it: hooks, switches, guards that are gone. Changes nothing. */
import fs from 'node:fs';
import { isOwnCommand } from '../plan.ts';
import type { LoadedConfig } from '../load.ts';
import type { Handler } from '../handler.ts';
import { readCopy } from './copies.ts';
import { changedLines } from './differences.ts';
import type { ExecutedFile } from './executed-file.ts';
import { projectScope, USER_SCOPE } from './record-paths.ts';
import { isOwned, scopeOf } from './reviewed-scope.ts';
import { Reviews, type ReviewPlace } from './reviews.ts';

export interface ReviewItem {
  kind: 'hook' | 'switch' | 'gone';
  state: 'trusted' | 'untrusted' | 'modified' | 'removed';
  /** Absolute path of the file that defines it, and its line; 0 where it is not known. */
  file: string;
  line: number;
  /** The event as its file says; null for a switch. */
  event: string | null;
  /** The command, or the switch as it is written. */
  text: string;
  critical: boolean;
  /** What it executes now. */
  files: ExecutedFile[];
  /** Short phrases that name what changed since the review. */
  changes: string[];
  /** For each executed file that differs, its changed lines with `-` and `+`. */
  lines: { file: string; lines: string[] }[];
}

export function reviewItems(config: LoadedConfig, place: ReviewPlace): ReviewItem[] {
  const reviews = new Reviews(config, place);
  const hooks = config.handlers
    .filter((handler) => !isOwnCommand(handler) && scopeOf(handler, place.projectDir) !== null)
    .map((handler): ReviewItem => {
      const kind = scopeOf(handler, place.projectDir)!;
      const isNew = kind === 'user' && !reviews.isKnown(handler);
      const state = isNew ? 'untrusted' : reviews.trust(handler);
      const changes = reviews.changes(handler);
      const files = reviews.files(handler);
      const scope = kind === 'user' ? USER_SCOPE : projectScope(place.projectDir);
      const lines = state === 'modified' ? linesOf(reviews, handler, { scope, place }) : [];
      return { kind: 'hook', state, ...described(handler), files, changes, lines };
    });
  const gone = reviews
    .guards(() => true)
    .filter(({ state }) => state === 'removed')
    .map(({ handler, changes }): ReviewItem => ({
      kind: 'gone',
      state: 'removed',
      ...described(handler),
      files: [],
      changes,
      lines: [],
    }));
  return [...hooks, ...switchItems(config, reviews, place), ...gone];
}

function switchItems(
  config: LoadedConfig,
  reviews: Reviews,
  { projectDir }: ReviewPlace,
): ReviewItem[] {
  return config.files
    .filter(({ file }) => file.layer !== 'managed')
    .flatMap(({ switches }) => switches)
    .filter(
      (one) =>
        !isOwned(one.file, projectDir) ||
        config.handlers.some((handler) => handler.critical && reviews.offBy(handler) === one),
    )
    .map((one) => ({
      kind: 'switch',
      state: reviews.isOnRecord(one) ? 'trusted' : 'untrusted',
      file: one.file.path,
      line: one.line,
      event: null,
      text: one.text,
      critical: false,
      files: [],
      changes: [],
      lines: [],
    }));
}

function described(
  handler: Handler,
): Pick<ReviewItem, 'file' | 'line' | 'event' | 'text' | 'critical'> {
  const { action, source, event, critical } = handler;
  const text =
    action.kind === 'shell'
      ? action.command
      : action.kind === 'argv'
        ? JSON.stringify(action.argv)
        : `POST ${action.url}`;
  return { file: source.file.path, line: source.line, event, text, critical };
}

/** The private copies of what was reviewed, compared with the files as they are. */
function linesOf(
  reviews: Reviews,
  handler: Handler,
  { scope, place }: { scope: string; place: ReviewPlace },
): ReviewItem['lines'] {
  return reviews.reviewedFiles(handler).flatMap(({ path: file, sha256 }) => {
    const before = readCopy(place.stateDir, scope, sha256);
    if (before === null) return [];
    let now = '';
    try {
      now = fs.readFileSync(file, 'utf8');
    } catch {
      // It is gone.
    }
    const lines = changedLines(before.toString('utf8'), now);
    return lines.length === 0 ? [] : [{ file, lines }];
  });
}
