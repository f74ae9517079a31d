/**
 * Settings of the installation: flat texts in one private file, the environment first. The documented names of claude-mem
 * are taken as they are (reference/claude-mem.md §20), so that a file of it can be copied.
 */
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';
import { settingTable, type Setting } from './setting-table.ts';

export type Settings = Readonly<Record<string, string>>;
type Env = Record<string, string | undefined>;

export function settingsFile(stateDir: string): string {
  return path.join(stateDir, 'settings.json');
}

/** Every setting with its value: environment, file, default. What is in neither range nor choice counts as not given. */
export function readSettings(stateDir: string, env: Env): Settings {
  const file = fileOf(stateDir);
  return Object.fromEntries(
    settingTable.map((setting) => {
      const given = [env[setting.name], file[setting.name]];
      return [setting.name, given.find((value) => isValid(setting, value)) ?? setting.defaultValue];
    }),
  );
}

/** What a page may see: no secret, but whether there is one. */
export function visibleSettings(stateDir: string, env: Env): Settings {
  const all = readSettings(stateDir, env);
  return Object.fromEntries(
    settingTable.map(({ name, isSecret }) => [
      name,
      isSecret === true && all[name] !== '' ? 'set' : all[name]!,
    ]),
  );
}

/**
 * Changes settings over HTTP; an empty text brings the default back.
 *
 * @throws HookloomError `invalid_request` for an unknown name or a value out of range, `permission_denied` for what names a
 *   program, an address or a secret. Nothing is changed then.
 */
export function changeSettings(stateDir: string, changes: JsonObject): void {
  const next = { ...fileOf(stateDir) };
  for (const [name, value] of Object.entries(changes)) {
    const setting = settingTable.find((one) => one.name === name);
    if (setting === undefined) throw wrong(name, 'is no setting');
    if (setting.overHttp === false)
      throw new HookloomError(
        'permission_denied',
        `${name} cannot be changed over HTTP.`,
        `Write it into ${settingsFile(stateDir)}, or set it in the environment.`,
      );
    const text = asText(value);
    if (text === '') {
      delete next[name];
      continue;
    }
    if (!isValid(setting, text)) throw wrong(name, `must be ${setting.takes}`);
    next[name] = text;
  }
  writePrivateFile(settingsFile(stateDir), `${JSON.stringify(next, null, 2)}\n`);
}

function asText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isValid({ test }: Setting, value: string | undefined): value is string {
  return value !== undefined && value !== '' && value.length <= 1000 && test(value);
}

function wrong(name: string, what: string): HookloomError {
  return new HookloomError(
    'invalid_request',
    `${JSON.stringify(name.slice(0, 100))} ${what}.`,
    'See docs/explanation/worker.md.',
  );
}

function fileOf(stateDir: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(readPrivateFile(settingsFile(stateDir)) ?? '{}');
    if (!isJsonObject(parsed)) return {};
    return Object.fromEntries(
      Object.entries(parsed).map(([name, value]) => [name, asText(value) ?? '']),
    );
  } catch {
    return {};
  }
}
