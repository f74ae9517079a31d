/** The files where users define hooks, in merge order. Computes paths and reads nothing. */
import path from 'node:path';
import type { ConfigFile, DialectName, Layer } from './handler.ts';
import { managedFile } from './managed.ts';

export interface SourceRequest {
  /** Absolute path of the project. */
  projectDir: string;
  /** The user's home folder; null if there are no user files. */
  home: string | null;
  env: Record<string, string | undefined>;
  /** There is no project, so its files are not checked. */
  isOutside?: boolean | undefined;
  /** Replaces the system's path of the administrator's file; null for none. */
  managed?: { file: string; owner: number } | null;
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
