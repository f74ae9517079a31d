/** The `[engine]` table of `.hookloom/hooks.toml`: how the engine itself behaves. */
import { isJsonObject } from '@hookloom/core/json';
import { parseToml } from '../dialects/toml/parse-toml.ts';
import { DIALECT_NAMES, type ConfigProblem, type DialectName, type Layer } from './handler.ts';

export interface EngineSettings {
  /** Languages whose hooks run under clients that do not know them. Default: all. */
  dialects: readonly DialectName[];
  /** What becomes of an `ask` that a client cannot ask. Default `deny`. */
  askFallback: 'deny' | 'none';
  /** Put the variables of session-start hooks before shell commands on clients without an environment file (trap 37). Default off. */
  rewriteEnv: boolean;
  /** Names that an environment file may set although they are dangerous (trap 36). */
  allowedEnv: readonly string[];
}

export const DEFAULT_SETTINGS: EngineSettings = {
  dialects: DIALECT_NAMES,
  askFallback: 'deny',
  rewriteEnv: false,
  allowedEnv: [],
};

/**
 * Settings of one file over others. A project may make the engine stricter, never looser: `rewrite_env`, `allowed_env`
 * and `ask_fallback = "none"` count in user files only, and `dialects` of a project only takes away.
 */
export function readSettings(
  text: string,
  file: { path: string; layer: Layer },
  before: EngineSettings,
): { settings: EngineSettings; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const table = engineTable(text);
  if (table === null) return { settings: before, problems };
  const settings = { ...before };
  const isUser = file.layer === 'user';
  const problem = (message: string, remediation: string): void => {
    const severity = 'warning';
    const code = 'invalid_engine_setting';
    problems.push({ severity, code, message, remediation, file: file.path, line: 0 });
  };
  const userOnly = (key: string): boolean => {
    if (!isUser)
      problem(`[engine] ${key} counts in ~/.hookloom/hooks.toml only.`, `Move ${key} there.`);
    return isUser;
  };
  for (const [key, value] of Object.entries(table)) {
    if (key === 'dialects' && isNameList(value)) {
      const wanted = DIALECT_NAMES.filter((name) => value.includes(name));
      settings.dialects = isUser ? wanted : wanted.filter((name) => before.dialects.includes(name));
    } else if (key === 'ask_fallback' && (value === 'deny' || value === 'none')) {
      if (value === 'deny' || userOnly(key)) settings.askFallback = value;
    } else if (key === 'rewrite_env' && typeof value === 'boolean') {
      if (!value || userOnly(key)) settings.rewriteEnv = value;
    } else if (key === 'allowed_env' && isNameList(value)) {
      if (userOnly(key)) settings.allowedEnv = value;
    } else {
      problem(
        `[engine] ${key.slice(0, 60)} is not known or has a wrong type.`,
        'Known: dialects, ask_fallback ("deny" or "none"), rewrite_env, allowed_env.',
      );
    }
  }
  return { settings, problems };
}

function engineTable(text: string): Record<string, unknown> | null {
  if (!text.includes('engine')) return null;
  try {
    const table: unknown = parseToml(text)['engine'];
    return isJsonObject(table) ? table : null;
  } catch {
    // The hooks of the file are loaded with the same parser, which tells where it breaks.
    return null;
  }
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
