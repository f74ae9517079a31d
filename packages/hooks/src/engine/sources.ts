/** Where users keep hooks, in the order in which layers are merged (seeds/001; hooks.md §A.4, §B.1, §C). Paths only; nothing is read. */
import path from 'node:path';
import type { ConfigFile, DialectName, Layer } from './handler.ts';

export interface SourceRequest {
  /** Absolute path of the project. */
  projectDir: string;
  /** The user's home folder; null: no user files. */
  home: string | null;
  env: Record<string, string | undefined>;
}

/** Further TOML files of seeds/001's language, separated as in PATH. They come last, as local files. */
export const FURTHER_FILES_VARIABLE = 'HOOKLOOM_HOOK_FILES';

/**
 * Every file that may hold hooks, existing or not. A `config.toml` appears twice: its seed entries and Codex's own are
 * two languages in one table.
 *
 * @example configFiles({ projectDir: '/p', home: '/h', env: {} })[0]
 * // → { path: '/h/.codex/config.toml', dialect: 'toml', layer: 'user' }
 */
export function configFiles({ projectDir, home, env }: SourceRequest): ConfigFile[] {
  const files: ConfigFile[] = [];
  const add = (layer: Layer, dialect: DialectName, ...parts: string[]): void => {
    files.push({ path: path.join(...(parts as [string])), dialect, layer });
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
  // A project in the home folder would name its files twice.
  const seen = new Set<string>();
  return files.filter((file) => {
    const key = `${file.dialect}\n${file.path}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function absolute(value: string | undefined): string | null {
  return value !== undefined && path.isAbsolute(value) ? value : null;
}
