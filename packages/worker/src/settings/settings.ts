/**
 * Settings of the installation: text values in one private file. The environment takes precedence. Accepts the
 * documented names of claude-mem, so that its file can be copied, and ignores its other names.
 */
import path from 'node:path';
import {
  attempt,
  invalidRequest,
  isJsonObject,
  nearWord,
  NOTE_TYPES,
  permissionDenied,
  type HookloomError,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';
import { readWhenChanged } from '../read-when-changed.ts';
import { settingTable, type KeptSetting } from './setting-table.ts';
import type { Retention } from '@hookloom/memory';

export type Settings = Readonly<Record<string, string>>;
type Env = Record<string, string | undefined>;

export function settingsFile(stateDir: string): string {
  return path.join(stateDir, 'settings.json');
}

/** The value of every setting: environment, file, default. Ignores invalid values. */
export function readSettings(stateDir: string, env: Env): Settings {
  const described = describeSettings(stateDir, env);
  return Object.fromEntries(described.map(({ name, value }) => [name, value]));
}

/** The same for repeated reads: reads the file again only if it has changed. */
export function settingsReader(stateDir: string, env: Env): () => Settings {
  return readWhenChanged(settingsFile(stateDir), () => readSettings(stateDir, env));
}

/** The values without any configuration. */
export const defaultSettings: Settings = Object.fromEntries(
  settingTable.map(({ name, defaultValue }) => [name, defaultValue]),
);

export function describeSettings(stateDir: string, env: Env) {
  const file = keptSettings(stateDir);
  return settingTable.map((setting) => {
    const { name, defaultValue, takes, meaning: does } = setting;
    const own = { default: defaultValue, takes, does };
    const [given, kept] = [setting.isOfFile === true ? undefined : env[name], file[name]];
    if (isValid(setting, given)) return { name, value: given, from: 'environment', ...own };
    if (isValid(setting, kept)) return { name, value: kept, from: 'file', ...own };
    return { name, value: defaultValue, from: 'default', ...own };
  });
}

/** Throws `invalid_request` for an unknown name. */
export function describeSetting(name: string, stateDir: string, env: Env) {
  const setting = describeSettings(stateDir, env).find((one) => one.name === name);
  if (setting === undefined) throw unknown(name);
  return setting;
}

/** The names in a setting that accepts several. */
export function namesIn(settings: Settings, name: string): string[] {
  return (settings[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Whether only a person may set this value. */
export function needsPerson(name: string, value: JsonValue): boolean {
  const setting = settingTable.find((one) => one.name === name);
  return setting?.ofPerson?.includes(asText(value) ?? '') === true;
}

/**
 * Changes settings. An empty text restores the default.
 *
 * @throws HookloomError `invalid_request` for an unknown name or an invalid value, `permission_denied` for a value that
 * only a person may set. Changes nothing in these cases
 */
export function changeSettings(
  stateDir: string,
  changes: JsonObject,
  { byPerson = false }: { byPerson?: boolean } = {},
): void {
  const next = { ...keptSettings(stateDir) };
  for (const [name, value] of Object.entries(changes)) {
    const setting = settingTable.find((one) => one.name === name);
    if (setting === undefined) throw unknown(name);
    const text = asText(value);
    if (text === '') {
      delete next[name];
      continue;
    }
    if (!isValid(setting, text)) throw wrong(name, `must be ${setting.takes}`);
    if (!byPerson && needsPerson(name, text) && next[name] !== text)
      throw permissionDenied(
        `Only a person may set ${name} to ${text}.`,
        `Run \`hookloom settings set ${name} ${text}\` in a terminal of your own.`,
      );
    next[name] = text;
  }
  writePrivateFile(settingsFile(stateDir), `${JSON.stringify(next, null, 2)}\n`);
}

function asText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isValid({ test }: KeptSetting, value: string | undefined): value is string {
  return value !== undefined && value !== '' && value.length <= 1000 && test(value);
}

function unknown(name: string): HookloomError {
  const names = settingTable.map((one) => one.name);
  const near = nearWord(name, names);
  return wrong(name, `is not a setting${near === undefined ? '' : ` (did you mean ${near}?)`}`);
}

function wrong(name: string, what: string): HookloomError {
  return invalidRequest(
    `${JSON.stringify(name.slice(0, 100))} ${what}.`,
    'Run `hookloom settings list` to see what each setting does.',
  );
}

function keptSettings(stateDir: string): Record<string, string> {
  return settingsInFile(stateDir) ?? {};
}

/** The content of the file, including unknown names; null if it cannot be read. */
export function settingsInFile(stateDir: string): Record<string, string> | null {
  return attempt(() => {
    const parsed: unknown = JSON.parse(readPrivateFile(settingsFile(stateDir)) ?? '{}');
    if (!isJsonObject(parsed)) return null;
    return Object.fromEntries(
      Object.entries(parsed).map(([name, value]) => [name, asText(value) ?? '']),
    );
  });
}

/**
 * How long each kind of note is kept.
 *
 * @example retentionOf(readSettings(stateDir, env)).notes // 90
 */
export function retentionOf(settings: Settings): Retention {
  const days = (kind: string): number => Number(settings[`HOOKLOOM_RETENTION_${kind}_DAYS`] ?? 0);
  return {
    notes: days('NOTES'),
    types: Object.fromEntries(NOTE_TYPES.map((type) => [type, days(type.toUpperCase())])),
    prompts: days('PROMPTS'),
    summaries: days('SUMMARIES'),
    telemetry: days('TELEMETRY'),
  };
}

/** Called for every read of the memory. Returns the same object until the settings change. */
export function retentionIn(stateDir: string): () => Retention {
  return readWhenChanged(settingsFile(stateDir), () => retentionOf(readSettings(stateDir, {})));
}
