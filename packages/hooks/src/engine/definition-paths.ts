/**
 * The base folder of relative paths in a hook's definition. Every handler starts in the project's root, wherever the
 * agent is. Script paths in a definition of the project are relative to that root. In a definition elsewhere, such as
 * the user's own `~/.hookloom/hooks.toml`, they are relative to the folder of its file, because it runs in many
 * projects.
 */
import path from 'node:path';
import type { ConfigFile, HandlerAction } from './handler.ts';

/** Folders of the project whose hook files name scripts relative to the project's root. */
const PROJECT_FOLDERS = ['.hookloom', '.codex', '.claude', '.gemini'];

/**
 * The base folder of the program and the script in a definition.
 *
 * @example definitionFolder({ path: '/p/.hookloom/hooks.toml', … }, '/p') // → '/p'
 * @example definitionFolder({ path: '/home/me/.hookloom/hooks.toml', … }, '/p') // → '/home/me/.hookloom'
 */
export function definitionFolder({ path: file }: ConfigFile, projectDir: string): string {
  const root = path.join(projectDir, path.sep);
  const isOfProject = PROJECT_FOLDERS.some((name) => file.startsWith(`${root}${name}${path.sep}`));
  return isOfProject ? projectDir : path.dirname(file);
}

/** False if the action cannot contain a relative path, which saves reading its words. */
export function mayNamePaths(action: HandlerAction): boolean {
  if (action.kind !== 'argv') return false;
  return action.argv.some((word, at) => (at > 0 || /[/\\]/.test(word)) && !path.isAbsolute(word));
}
