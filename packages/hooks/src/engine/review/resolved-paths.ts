/** Makes relative paths of the program and the script in a definition absolute. */
import fs from 'node:fs';
import path from 'node:path';
import type { HandlerAction } from '../handler.ts';
import { startedBy } from './started.ts';

/**
 * The action with absolute paths of its program and of an interpreter's script, relative to `folder`. A shell's command
 * line stays as it is, because the shell runs in the project's root.
 *
 * @example withResolvedPaths({ kind: 'argv', argv: ['bash', './check.sh'] }, '/home/me/.hookloom')
 * // → { kind: 'argv', argv: ['bash', '/home/me/.hookloom/check.sh'] }
 */
export function withResolvedPaths(action: HandlerAction, folder: string): HandlerAction {
  if (action.kind !== 'argv') return action;
  const argv = [...action.argv] as [string, ...string[]];
  let from = 0;
  for (const one of startedBy(argv)) {
    if (one.kind !== 'program' && one.kind !== 'script') continue;
    const at = argv.indexOf(one.word, from);
    if (at < 0) continue;
    if (isRelative(one.word, folder, one.kind)) argv[at] = path.resolve(folder, one.word);
    from = at + 1;
  }
  return { ...action, argv };
}

/** The bare name of a program is looked up on the PATH. The bare name of a script is a file. */
function isRelative(word: string, folder: string, kind: 'program' | 'script'): boolean {
  if (path.isAbsolute(word)) return false;
  if (kind === 'program') return /[/\\]/.test(word);
  return /^\.{0,2}[/\\]/.test(word) || fs.existsSync(path.join(folder, word));
}
