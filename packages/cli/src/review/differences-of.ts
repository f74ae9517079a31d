/** The lines in which a hook's files differ from the private copies of the reviewed files. */
import fs from 'node:fs';
import {
  changedLines,
  readCopy,
  type Handler,
  type ReviewedHook,
  type ReviewPlace,
  type Reviews,
} from '@hookloom/hooks';
import { attempt } from '@hookloom/core';

/** One file as it was reviewed, if its copy still exists. */
export interface ReviewedFile {
  path: string;
  bytes: Buffer;
  /** The scope with the copy. */
  at: string;
}

/** Null if the file does not exist. */
export function contentNow(file: string): Buffer | null {
  return attempt(() => fs.readFileSync(file));
}

/** All recorded hooks of the user and the project. */
export function reviewedHooks(
  { projectDir }: Pick<ReviewPlace, 'projectDir'>,
  reviews: Pick<Reviews, 'record'>,
): { scope: string; entry: ReviewedHook }[] {
  return (['user', 'project'] as const).flatMap((kind) => {
    const state = reviews.record(kind);
    if (state.kind !== 'valid') return [];
    return state.record.entries.flatMap((entry) =>
      entry.kind === 'hook' && (entry.projectDir === null || entry.projectDir === projectDir)
        ? [{ scope: state.record.scope, entry }]
        : [],
    );
  });
}

/** The hook's file and what it executed, as reviewed. */
export function reviewedFiles(
  { scope, entry }: { scope: string; entry: ReviewedHook },
  stateDir: string,
): ReviewedFile[] {
  const named = [{ path: entry.handler.source.file.path, sha256: entry.source }, ...entry.files];
  return named.flatMap(({ path, sha256 }) => {
    const bytes = sha256 === null ? null : readCopy(stateDir, scope, sha256);
    return bytes === null ? [] : [{ path, bytes, at: entry.at }];
  });
}

export function differencesOf(handler: Handler, place: ReviewPlace, reviews: Reviews) {
  const names = new Set([
    handler.source.file.path,
    ...reviews.files(handler).map(({ path }) => path),
  ]);
  const found = new Map<string, string[]>();
  for (const hook of reviewedHooks(place, reviews))
    for (const { path, bytes } of reviewedFiles(hook, place.stateDir)) {
      if (!names.has(path) || found.has(path)) continue;
      const now = contentNow(path);
      if (now !== null && now.equals(bytes)) continue;
      found.set(path, changedLines(bytes.toString('utf8'), now?.toString('utf8') ?? ''));
    }
  return [...found].map(([path, lines]) => ({ file: reviews.shown(path), lines }));
}
