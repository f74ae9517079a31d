/**
 * The base folder of relative paths in a hook's definition. Every handler starts in the project's root, wherever the
 * agent has gone. In a definition of the project, script paths start from that root; in a definition elsewhere, such as
 * the user's own `~/.hookloom/hooks.toml`, from the folder of its file, because it runs in many projects.
 */
import path from 'node:path';
import type { ConfigFile, HandlerAction } from './handler.ts';

/** Folders of the project with files whose script paths start from the project's root. */
const PROJECT_FOLDERS = ['.hookloom', '.codex', '.claude', '.gemini'];

/**
 * The folder from which a definition names its program and its script.
 *
 * @example definitionFolder({ path: '/p/.hookloom/hooks.toml', … }, '/p') // → '/p'
 * @example definitionFolder({ path: '/home/me/.hookloom/hooks.toml', … }, '/p') // → '/home/me/.hookloom'
 */
export function definitionFolder({ path: file }: ConfigFile, projectDir: string): string {
  const root = path.join(projectDir, path.sep);
  const isOfProject = PROJECT_FOLDERS.some((name) => file.startsWith(`${root}${name}${path.sep}`));
  return isOfProject ? projectDir : path.dirname(file);
}

/** False if nothing in it can be a relative path, so that the words need not be read one by one. */
export function mayNamePaths(action: HandlerAction): boolean {
  if (action.kind !== 'argv') return false;
  return action.argv.some((word, at) => (at > 0 || /[/\\]/.test(word)) && !path.isAbsolute(word));
}
