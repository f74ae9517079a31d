/** The program and the script that a definition names by relative paths, as absolute ones. */
import fs from 'node:fs';
import path from 'node:path';
import type { HandlerAction } from '../handler.ts';
import { startedBy } from './started.ts';

/**
 * The action with its programs and the script of an interpreter as absolute paths, for a definition that names them from
 * `folder`. A shell's command line stays: the shell reads it in the project's root.
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

/** A program's bare name is looked up on the PATH; a script may be a bare name, and is then a file. */
function isRelative(word: string, folder: string, kind: 'program' | 'script'): boolean {
  if (path.isAbsolute(word)) return false;
  if (kind === 'program') return /[/\\]/.test(word);
  return /^\.{0,2}[/\\]/.test(word) || fs.existsSync(path.join(folder, word));
}
