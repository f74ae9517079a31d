/**
 * The files that guards depend on: our state, our settings in the home folder, the program itself. Pure, except that it
 * follows links.
 */
import path from 'node:path';
import { isWithin } from '../review/find-program.ts';
import { accountHomeOf, realPathOf } from '../review/record-paths.ts';

export interface OwnPlaces {
  /** The user's private state folder. */
  stateDir: string;
  home: string | null;
  /** `hook.cjs`, if known. */
  hookFile: string | null;
}

/** Absolute paths. Everything below them is ours too. */
export function ownPaths({ stateDir, home, hookFile }: OwnPlaces): string[] {
  const program = hookFile === null ? [] : [path.dirname(hookFile), binBeside(hookFile)];
  const homes = new Set([home, accountHomeOf({})].filter((one) => one !== null));
  return [stateDir, ...[...homes].map((one) => path.join(one, '.hookloom')), ...program];
}

function binBeside(hookFile: string): string {
  return path.join(path.dirname(path.dirname(hookFile)), 'bin');
}

/** Our path that the file is or is below; null if it is not ours. Follows existing links. */
export function ownPathOf(file: string, own: readonly string[]): string | null {
  const candidates = [file, realPath(file)];
  return (
    own.find((one) =>
      candidates.some((each) => isWithin(each, one) || isWithin(each, realPath(one))),
    ) ?? null
  );
}

/** Our path below a folder: removing the folder would remove it too. */
export function ownPathBelow(folder: string, own: readonly string[]): string | null {
  const candidates = [folder, realPath(folder)];
  return own.find((one) => candidates.some((each) => isWithin(one, each))) ?? null;
}

function realPath(file: string): string {
  let rest = '';
  let at = file;
  for (;;) {
    try {
      return path.join(realPathOf(at), rest);
    } catch {
      const parent = path.dirname(at);
      if (parent === at) return file;
      rest = path.join(path.basename(at), rest);
      at = parent;
    }
  }
}
