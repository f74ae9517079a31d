/** Records what a person accepted, and guards that are recorded when they are first seen. */
import { quietly, permissionDenied } from '@hookloom/core';
import type { LoadedConfig } from '../load.ts';
import type { Handler } from '../handler.ts';
import { isOwnCommand } from '../../found/own-command.ts';
import { switchesText } from '../switches.ts';
import { dropOtherCopies, keepCopy } from './copies.ts';
import { isInside } from './find-program.ts';
import { projectScope, USER_SCOPE } from './record-paths.ts';
import { readRecord, writeRecord } from './record.ts';
import type { ReviewedHook, ReviewEntry } from './review-record.ts';
import { isOwned, scopeOf } from './reviewed-scope.ts';
import { Reviews, type ReviewPlace } from './reviews.ts';
import { withReviewLock } from './review-lock.ts';

export interface ReviewedBy {
  /** ISO 8601 UTC. */
  at: string;
  /** How the person was recognised: `terminal pts/3`. */
  from: string;
}

/** How long a user waits for another process. */
const LOCK_MS = 5_000;
/** How long a hook waits. */
const PIN_LOCK_MS = 100;

/**
 * Records every hook and switch of the project, and the user's critical hooks and switches, in their current state.
 * Throws `permission_denied` if that cannot be written.
 */
export function acceptReviews(config: LoadedConfig, place: ReviewPlace, by: ReviewedBy): void {
  const reviews = new Reviews(config, place);
  const root = projectScope(place.projectDir);
  alone(place, () => {
    for (const kind of ['project', 'user'] as const) {
      const scope = kind === 'project' ? root : USER_SCOPE;
      const entries = [
        ...config.handlers
          .filter((one) => !isOwnCommand(one) && scopeOf(one, place.projectDir) === kind)
          .map((one) => entryOf(one, reviews, { scope, place, how: 'reviewed', at: by.at })),
        ...switchesOf(config, place, kind, by.at),
        ...(kind === 'user' ? ofOtherProjects(place, root) : []),
      ];
      if (entries.length === 0 && readRecord(place, scope).kind === 'none') continue;
      writeRecord(place, { version: 2, scope, entries, reviewed: by });
      dropOtherCopies(place.stateDir, scope, copiesOf(entries));
    }
  });
}

/** Revokes every review of the project. Its hooks need a new one. */
export function revokeReviews(place: ReviewPlace, by: ReviewedBy): void {
  const scope = projectScope(place.projectDir);
  alone(place, () => {
    writeRecord(place, { version: 2, scope, entries: [], reviewed: by });
    dropOtherCopies(place.stateDir, scope, new Set());
  });
}

/**
 * Records critical hooks of the user when they are first seen, or later if that fails.
 *
 * @returns The resulting reviews: records are read, and their seals checked, once per event
 */
export function pinGuards(config: LoadedConfig, place: ReviewPlace, at: string): Reviews {
  const before = new Reviews(config, place);
  const isNew = (reviews: Reviews, handler: Handler): boolean =>
    scopeOf(handler, place.projectDir) === 'user' &&
    !isOwnCommand(handler) &&
    reviews.offBy(handler) === null &&
    reviews.record('user').kind !== 'tampered' &&
    !reviews.isKnown(handler);
  if (!config.handlers.some((handler) => isNew(before, handler))) return before;
  // They are recorded next time.
  quietly(() =>
    withReviewLock(place.stateDir, PIN_LOCK_MS, () => {
      const reviews = new Reviews(config, place);
      const fresh = config.handlers.filter((handler) => isNew(reviews, handler));
      const state = reviews.record('user');
      if (fresh.length === 0 || state.kind === 'tampered') return;
      const known = state.kind === 'valid' ? state.record : null;
      const options = { scope: USER_SCOPE, place, how: 'pinned', at } as const;
      const entries = [
        ...(known?.entries ?? []),
        ...fresh.map((handler) => entryOf(handler, reviews, options)),
      ];
      const reviewed = known?.reviewed ?? null;
      writeRecord(place, { version: 2, scope: USER_SCOPE, entries, reviewed });
    }),
  );
  return new Reviews(config, place);
}

function alone({ stateDir }: ReviewPlace, work: () => void): void {
  if (withReviewLock(stateDir, LOCK_MS, () => (work(), true)) === true) return;
  throw permissionDenied(
    'Another process is recording a review.',
    'Wait a moment, then try again.',
  );
}

interface EntryOptions {
  scope: string;
  place: ReviewPlace;
  how: ReviewedHook['how'];
  at: string;
}

function entryOf(handler: Handler, reviews: Reviews, options: EntryOptions): ReviewedHook {
  const { scope, place, how, at } = options;
  const files = reviews.files(handler);
  for (const { path } of files) keepCopy(place.stateDir, scope, path);
  const root = projectScope(place.projectDir);
  const isOfProject = scope === USER_SCOPE && files.some(({ path }) => isInside(path, root));
  return {
    kind: 'hook',
    handler,
    files,
    source: keepCopy(place.stateDir, scope, handler.source.file.path),
    projectDir: isOfProject ? root : null,
    how,
    at,
  };
}

function switchesOf(
  config: LoadedConfig,
  { projectDir }: ReviewPlace,
  kind: 'project' | 'user',
  at: string,
): ReviewEntry[] {
  return config.files
    .filter(
      ({ file, switches }) =>
        switches.length > 0 &&
        file.layer !== 'managed' &&
        isOwned(file, projectDir) === (kind === 'user'),
    )
    .map((loaded) => ({
      kind: 'switches',
      file: loaded.file.path,
      dialect: loaded.file.dialect,
      switches: switchesText(loaded),
      at,
    }));
}

/** Hooks of the user that run files of another project, and were reviewed there. */
function ofOtherProjects(place: ReviewPlace, root: string): ReviewEntry[] {
  const state = readRecord(place, USER_SCOPE);
  if (state.kind !== 'valid') return [];
  return state.record.entries.filter(
    (entry) => entry.kind === 'hook' && entry.projectDir !== null && entry.projectDir !== root,
  );
}

function copiesOf(entries: readonly ReviewEntry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) =>
      entry.kind === 'hook'
        ? [
            ...(entry.source === null ? [] : [entry.source]),
            ...entry.files.map((one) => one.sha256),
          ]
        : [],
    ),
  );
}
