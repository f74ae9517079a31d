/**
 * The relevant part of a watched file. In settings, that is what decides which hooks run and how: a permission that the
 * user grants or a model that they choose is not a change. In a script, it is every byte.
 */
import { attempt, canonicalize, isJsonObject, sha256Hex, type JsonObject } from '@hookloom/core';
import { readConfigText, valueOf } from '../../dialects/claude/config-text.ts';
import { parseToml } from '../../dialects/toml/parse-toml.ts';
import { callsUs } from './settings-edit.ts';

const KEYS = ['hooks', 'disableAllHooks', 'disable_all_hooks', 'hooksConfig', 'engine'];
/** Variables that could point our hook to other state, another program or other code. */
const VARIABLES =
  /^(HOOKLOOM_|ZAXY_|EVENTLOOM_|XDG_|NODE_|LD_|DYLD_)|^(HOME|USERPROFILE|PATH|BASH_ENV|ENV|SHELLOPTS|CODEX_HOME|CLAUDE_CONFIG_DIR|CLAUDE_PROJECT_DIR|PYTHONPATH|PYTHONSTARTUP|RUBYOPT|PERL5OPT)$/;

/** @param isSettings Whether the file is read as settings. Of any other file every byte counts */
export function watchedPart(file: string, bytes: Buffer, isSettings: boolean) {
  if (!isSettings) return { digest: sha256Hex(bytes), ours: false };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const table = file.endsWith('.toml') ? tomlOf(text) : jsonOf(text, file);
  // Settings that cannot be parsed count as a whole, because that is worth a report itself.
  if (table === null) return { digest: sha256Hex(bytes), ours: callsUs(text) };
  const part: JsonObject = {};
  for (const key of KEYS) if (table[key] !== undefined) part[key] = table[key];
  const features = table['features'];
  if (isJsonObject(features) && features['hooks'] !== undefined)
    part['features'] = features['hooks'];
  const env = table['env'];
  if (isJsonObject(env)) {
    const named = Object.entries(env).filter(([name]) => VARIABLES.test(name));
    if (named.length > 0) part['env'] = Object.fromEntries(named);
  }
  return { digest: sha256Hex(canonicalize(part)), ours: callsUs(text) };
}

function tomlOf(text: string): JsonObject | null {
  return attempt(() => {
    const table: unknown = JSON.parse(JSON.stringify(parseToml(text)));
    return isJsonObject(table) ? table : null;
  });
}

function jsonOf(text: string, file: string): JsonObject | null {
  const { root } = readConfigText(text, { path: file, dialect: 'claude', layer: 'project' });
  if (root === null) return text.trim() === '' ? {} : null;
  const value = valueOf(root);
  return isJsonObject(value) ? value : null;
}
