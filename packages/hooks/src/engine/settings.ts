/** The `[engine]` table of `.hookloom/hooks.toml`: settings of the engine itself. */
import { isJsonObject } from '@hookloom/core';
import { parseToml } from '../dialects/toml/parse-toml.ts';
import { DIALECT_NAMES, type ConfigFile, type ConfigProblem, type Switch } from './handler.ts';

export interface EngineSettings {
  /** How to answer an `ask` that a client cannot show. Default: `deny`. */
  askFallback: 'deny' | 'none';
  /**
   * Put the variables of session-start hooks before shell commands on clients without an environment file. Default:
   * off.
   */
  rewriteEnv: boolean;
  /** Dangerous names that an environment file may set nevertheless. */
  allowedEnv: readonly string[];
}

export const DEFAULT_SETTINGS: EngineSettings = {
  askFallback: 'deny',
  rewriteEnv: false,
  allowedEnv: [],
};

/** The user must not change what an administrator has set. */
export interface ReadSettings {
  settings: EngineSettings;
  switches: Switch[];
  problems: ConfigProblem[];
  /** The keys in the file. */
  set: string[];
}

/**
 * Merges the settings of a file into others. Only files of the user and the administrator count, because a project must
 * not affect the user's hooks. `dialects` is a switch: it turns off all other languages in its own layer and weaker
 * ones.
 *
 * @param fixed Keys that a stronger layer has set
 */
export function readSettings(
  text: string,
  file: ConfigFile,
  before: EngineSettings,
  fixed: readonly string[] = [],
): ReadSettings {
  const read: ReadSettings = { settings: before, switches: [], problems: [], set: [] };
  const table = engineTable(text);
  if (table === null) return read;
  const settings = { ...before };
  read.settings = settings;
  const problem = (message: string, remediation: string): void => {
    const severity = 'warning';
    const code = 'invalid_engine_setting';
    read.problems.push({ severity, code, message, remediation, file: file.path, line: 0 });
  };
  const counts = (key: string): boolean => {
    const isAbove = file.layer === 'user' || file.layer === 'managed';
    if (!isAbove)
      problem(`[engine] ${key} counts in ~/.hookloom/hooks.toml only.`, `Move ${key} there.`);
    if (isAbove) read.set.push(key);
    return isAbove && !fixed.includes(key);
  };
  for (const [key, value] of Object.entries(table)) {
    if (key === 'dialects' && isNameList(value)) {
      const dialects = DIALECT_NAMES.filter((name) => !value.includes(name));
      const shown = `[engine] dialects = ${JSON.stringify(value).slice(0, 80)}`;
      if (dialects.length > 0)
        read.switches.push({ file, line: 0, text: shown, dialects, names: null });
    } else if (key === 'ask_fallback' && (value === 'deny' || value === 'none')) {
      if (counts(key)) settings.askFallback = value;
    } else if (key === 'rewrite_env' && typeof value === 'boolean') {
      if (counts(key)) settings.rewriteEnv = value;
    } else if (key === 'allowed_env' && isNameList(value)) {
      if (counts(key)) settings.allowedEnv = value;
    } else {
      problem(
        `[engine] ${key.slice(0, 60)} is not known or has a wrong type.`,
        'Known: dialects, ask_fallback ("deny" or "none"), rewrite_env, allowed_env.',
      );
    }
  }
  return read;
}

function engineTable(text: string): Record<string, unknown> | null {
  try {
    const table: unknown = parseToml(text)['engine'];
    return isJsonObject(table) ? table : null;
  } catch {
    // The parser of the hooks reports the error.
    return null;
  }
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
