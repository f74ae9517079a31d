/** Puts reviewed files back as they were reviewed, from the private copies. What they replace is kept in the state folder. */
import fs from 'node:fs';
import path from 'node:path';
import type { LoadedConfig } from '../load.ts';
import { readCopy } from './copies.ts';
import { contentOf } from './executed-file.ts';
import { projectScope, scopeDir, USER_SCOPE } from './record-paths.ts';
import { readRecord } from './record.ts';
import type { ReviewedHook } from './review-record.ts';
import { definitionOf } from './reviewed-scope.ts';
import type { ReviewPlace } from './reviews.ts';
import { writePrivate } from './write-private.ts';

export type Restored =
  | {
      file: string;
      done: 'restored';
      /** Where the replaced content is; null: there was none. */ replaced: string | null;
    }
  /** `no_copy`: it was too long to keep, or the copy is gone. `moved`: its folder is a link to another place now. */
  | { file: string; done: 'skipped'; reason: 'no_copy' | 'moved' | 'failed' };

/**
 * Restores the scripts and the hook files of every hook on record that is not as it was reviewed.
 *
 * @param at Names the folder of what is replaced.
 */
export function restoreReviewed(config: LoadedConfig, place: ReviewPlace, at: Date): Restored[] {
  const wanted = new Map<string, { digest: string; scope: string }>();
  for (const scope of [projectScope(place.projectDir), USER_SCOPE]) {
    const state = readRecord(place, scope);
    if (state.kind !== 'valid') continue;
    for (const entry of state.record.entries) {
      if (entry.kind !== 'hook') continue;
      for (const { path: file, sha256: digest } of entry.files)
        if (contentOf(file).sha256 !== digest && digest !== 'missing' && !file.includes('#'))
          wanted.set(file, { digest, scope });
      if (entry.source !== null && !isDefined(entry, config))
        wanted.set(entry.handler.source.file.path, { digest: entry.source, scope });
    }
  }
  const folder = at.toISOString().replaceAll(':', '-');
  return [...wanted].map(([file, { digest, scope }]) => {
    const bytes = readCopy(place.stateDir, scope, digest);
    if (bytes === null) return { file, done: 'skipped', reason: 'no_copy' };
    return restore(file, bytes, `${scopeDir(place.stateDir, scope)}/replaced/${folder}`);
  });
}

const SHEBANG = Buffer.from('#!');

/** True where a file holds the hook as it was reviewed. */
function isDefined({ handler: reviewed }: ReviewedHook, { handlers }: LoadedConfig): boolean {
  const definition = definitionOf(reviewed);
  return handlers.some((handler) => definitionOf(handler) === definition);
}

function restore(file: string, bytes: Buffer, replacedDir: string): Restored {
  try {
    const dir = path.dirname(file);
    fs.mkdirSync(dir, { recursive: true });
    // Nothing is written through a link that was laid since.
    if (fs.realpathSync(dir) !== path.resolve(dir))
      return { file, done: 'skipped', reason: 'moved' };
    const before = fs.lstatSync(file, { throwIfNoEntry: false });
    let replaced: string | null = null;
    if (before?.isFile() === true) {
      replaced = `${replacedDir}/${path.basename(file)}`;
      writePrivate(replaced, fs.readFileSync(file));
    }
    const temporary = `${file}.${process.pid}.restored`;
    const mode =
      before?.isFile() === true
        ? before.mode & 0o777
        : bytes.subarray(0, 2).equals(SHEBANG)
          ? 0o755
          : 0o644;
    fs.rmSync(temporary, { force: true });
    fs.writeFileSync(temporary, bytes, { flag: 'wx', mode });
    fs.renameSync(temporary, file);
    return { file, done: 'restored', replaced };
  } catch {
    return { file, done: 'skipped', reason: 'failed' };
  }
}
