/** Restores reviewed scripts and hook files. Saves the replaced files in the private state folder. */
import fs from 'node:fs';
import path from 'node:path';
import { permissionDenied } from '@hookloom/core';
import type { Handler, ReviewPlace, Reviews } from '@hookloom/hooks';
import type { ProjectHooks } from './project-hooks.ts';
import { contentNow, reviewedFiles, reviewedHooks, type ReviewedFile } from './differences-of.ts';

/**
 * Every file that differs from its reviewed copy. Restores a settings file only if a hook in it changed or is missing.
 */
export function restoreReviewed({ place, reviews, handlers }: ProjectHooks, now: number) {
  const folder = path.join(
    place.stateDir,
    'restored',
    new Date(now).toISOString().replaceAll(':', '-'),
  );
  return [...wanted(place, reviews, handlers).values()].map((file, at) => {
    const backup = backUp(file.path, path.join(folder, `${at}-${path.basename(file.path)}`));
    restoreFile(file);
    return { file: reviews.shown(file.path), backup };
  });
}

function wanted(place: ReviewPlace, reviews: Reviews, handlers: readonly Handler[]) {
  const gone = reviews.guards(() => true).filter(({ state }) => state === 'removed');
  const changed = handlers.filter((handler) => reviews.trust(handler) === 'modified');
  const sources = [...changed, ...gone.map(({ handler }) => handler)];
  const isWhole = (file: string): boolean =>
    sources.some(({ source }) => source.file.path === file);
  const found = new Map<string, ReviewedFile>();
  for (const hook of reviewedHooks(place, reviews))
    for (const file of reviewedFiles(hook, place.stateDir)) {
      const isSource = file.path === hook.entry.handler.source.file.path;
      if (contentNow(file.path)?.equals(file.bytes) === true || (isSource && !isWhole(file.path)))
        continue;
      const other = found.get(file.path);
      if (other === undefined || other.at < file.at) found.set(file.path, file);
    }
  return found;
}

function backUp(file: string, backup: string): string | null {
  const bytes = contentNow(file);
  if (bytes === null) return null;
  fs.mkdirSync(path.dirname(backup), { recursive: true, mode: 0o700 });
  fs.writeFileSync(backup, bytes, { mode: 0o600 });
  return backup;
}

/** Replaces a link instead of following it, because it may point anywhere. */
function restoreFile({ path: file, bytes }: ReviewedFile): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const before = fs.lstatSync(file, { throwIfNoEntry: false });
    const isProgram = bytes.subarray(0, 2).toString() === '#!';
    const mode = before?.isFile() === true ? before.mode & 0o777 : 0o644;
    fs.writeFileSync(temporary, bytes, { mode: isProgram ? mode | 0o111 : mode, flag: 'wx' });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw permissionDenied(
      `${file} could not be written (${(error as NodeJS.ErrnoException).code ?? 'failed'}).`,
      'Check who may write there, and run the command again.',
    );
  }
}
