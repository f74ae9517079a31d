/** The files where users and administrators define hooks, in merge order, and the base of relative paths in them. */
import path from 'node:path';
import type { DispatchRequest } from './dispatch-request.ts';
import type { ConfigFile, DialectName, Layer, HandlerAction } from './handler.ts';
import fs from 'node:fs';
import { attempt } from '@hookloom/core';

export interface SourceRequest extends Pick<
  DispatchRequest,
  'projectDir' | 'home' | 'env' | 'managed'
> {
  /** There is no project, so its files are not checked. */
  isOutside?: boolean | undefined;
}

/** More TOML files of our own language, separated as in PATH. They come last, as local files. */
export const FURTHER_FILES_VARIABLE = 'HOOKLOOM_HOOK_FILES';

/**
 * Every file that may contain hooks, existing or not. `config.toml` appears twice, because its seed entries and Codex's
 * own are two languages.
 *
 * @example configFiles({ projectDir: '/p', home: '/h', env: {} })[1]
 * // → { path: '/h/.codex/config.toml', dialect: 'toml', layer: 'user' }
 */
export function configFiles(request: SourceRequest): ConfigFile[] {
  const { projectDir, home, env, isOutside, managed } = request;
  const files: ConfigFile[] = [];
  const system = managed === undefined ? managedFile() : null;
  if (system !== null) files.push({ path: system, dialect: 'toml', layer: 'managed' });
  if (managed)
    files.push({ path: managed.file, dialect: 'toml', layer: 'managed', owner: managed.owner });
  const add = (layer: Layer, dialect: DialectName, folder: string, ...parts: string[]): void => {
    if (isOutside === true && folder === projectDir) return;
    files.push({ path: rootOf(folder) + parts.join(path.sep), dialect, layer });
  };
  if (home !== null) {
    const codex = absolute(env['CODEX_HOME']) ?? path.join(home, '.codex');
    const claude = absolute(env['CLAUDE_CONFIG_DIR']) ?? path.join(home, '.claude');
    add('user', 'toml', codex, 'config.toml');
    add('user', 'toml', home, '.hookloom', 'hooks.toml');
    add('user', 'codex', codex, 'config.toml');
    add('user', 'codex', codex, 'hooks.json');
    add('user', 'claude', claude, 'settings.json');
    add('user', 'gemini', home, '.gemini', 'settings.json');
  }
  add('project', 'toml', projectDir, '.codex', 'config.toml');
  add('project', 'toml', projectDir, '.hookloom', 'hooks.toml');
  add('project', 'codex', projectDir, '.codex', 'config.toml');
  add('project', 'codex', projectDir, '.codex', 'hooks.json');
  add('project', 'claude', projectDir, '.claude', 'settings.json');
  add('project', 'gemini', projectDir, '.gemini', 'settings.json');
  add('local', 'toml', projectDir, '.codex', 'config.local.toml');
  add('local', 'toml', projectDir, '.hookloom', 'hooks.local.toml');
  add('local', 'claude', projectDir, '.claude', 'settings.local.json');
  for (const file of (env[FURTHER_FILES_VARIABLE] ?? '').split(path.delimiter))
    if (path.isAbsolute(file)) add('local', 'toml', file);
  // If the project is the home folder, both would list the same files.
  const seen = new Set<string>();
  return files.filter((file) => {
    const key = `${file.dialect}\n${file.path}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The folder as `path.join` writes it. Computed once, because every event needs it for fifteen files. */
function rootOf(folder: string): string {
  const root = roots.get(folder) ?? path.join(folder, path.sep);
  roots.set(folder, root);
  return root;
}

const roots = new Map<string, string>();

function absolute(value: string | undefined): string | null {
  return value !== undefined && path.isAbsolute(value) ? value : null;
}

/** The administrator's hook file, which has precedence over the user's own. Null on Windows, where we cannot tell who may write to a file. */
export function managedFile(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return null;
  return platform === 'darwin'
    ? '/Library/Application Support/hookloom/hooks.toml'
    : '/etc/hookloom/hooks.toml';
}

/**
 * Whether the file and its folder belong to the administrator, are not links, and only the administrator can write to
 * them.
 */
export function isManaged(file: string, owner = 0): boolean {
  return attempt(
    () =>
      [file, path.dirname(file)].every((one) => {
        const stats = fs.lstatSync(one);
        return !stats.isSymbolicLink() && stats.uid === owner && (stats.mode & 0o022) === 0;
      }),
    false,
  );
}

/** Folders of the project whose hook files name scripts relative to the project's root. */
const PROJECT_FOLDERS = ['.hookloom', '.codex', '.claude', '.gemini'];

/**
 * The base folder of the program and the script in a definition. Every handler starts in the project's root,
 * wherever the agent has gone. In a definition of the project, script paths start from that root; in a definition
 * elsewhere, such as the user's own `~/.hookloom/hooks.toml`, from the folder of its file, because it runs in many
 * projects.
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
