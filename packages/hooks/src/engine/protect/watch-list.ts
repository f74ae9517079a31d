/**
 * Which files are watched for changes: everything that decides which hooks run, and the files that reviewed hooks
 * execute.
 */
import path from 'node:path';
import type { RecordState } from '../review/review-record.ts';
import type { Reviews } from '../review/reviews.ts';
import { configFiles, type SourceRequest } from '../sources.ts';
import type { Watched } from './watched-files.ts';

/** Settings of further clients with our entry. */
const ENTRIES = ['.cursor/hooks.json', '.github/hooks/hookloom.json'];

/** @param reviews Null if nothing is recorded */
export function watchList(
  request: SourceRequest,
  reviews: Pick<Reviews, 'record'> | null,
): Watched[] {
  const settings = [
    ...configFiles(request).map((file) => file.path),
    ...(request.isOutside === true ? [] : ENTRIES).map((name) =>
      path.join(request.projectDir, name),
    ),
  ];
  const scripts =
    reviews === null
      ? []
      : (['user', 'project'] as const).flatMap((scope) => filesOf(reviews.record(scope)));
  return [
    ...[...new Set(settings)].map((file) => ({ path: file, isSettings: true })),
    ...[...new Set(scripts)].map((file) => ({ path: file, isSettings: false })),
  ];
}

function filesOf(state: RecordState): string[] {
  if (state.kind !== 'valid') return [];
  return state.record.entries.flatMap((entry) =>
    // `/p/package.json#lint` is a task in a file.
    entry.kind === 'hook' ? entry.files.map((file) => file.path.replace(/#[^#/\\]*$/, '')) : [],
  );
}
