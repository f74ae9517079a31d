/** All settings of this installation without an effect: in the environment, in `settings.json`, and in combination. */
import {
  unusedSettings,
  noteSettings,
  vectorSettings,
  type UnusedSetting,
} from '@hookloom/core/settings';
import { settingsFile, settingsInFile } from './settings.ts';
import { settingTable } from './setting-table.ts';

/** @example idleHere('/home/dev/.local/state/hookloom', process.env).map(({ message }) => message) */
export function unusedSettingsHere(
  stateDir: string,
  env: Record<string, string | undefined>,
): UnusedSetting[] {
  const ofEnvironment = settingTable.filter(({ isOfFile }) => isOfFile !== true);
  const more = new Map(ofEnvironment.map((setting) => [setting.name, setting]));
  const ofFile = new Set(settingTable.map(({ name }) => name).filter((name) => !more.has(name)));
  const found = unusedSettings(env, more).map((idle) =>
    ofFile.has(idle.name) ? { ...idle, message: `${idle.name} ${FILE_ONLY}` } : idle,
  );
  found.push(...idleInFile(stateDir));
  const named = new Set(found.map(({ name }) => name));
  const vectors = vectorSettings(env);
  const together = [
    ...(vectors.source === 'refused' ? [vectors.reason] : []),
    ...noteSettings(env).refused,
  ];
  for (const reason of together) {
    const name = /^[A-Z_]{6,}/.exec(reason)?.[0] ?? 'settings';
    if (!named.has(name))
      found.push({ name, problem: 'value', message: reason.replace(/\.$/, '') });
  }
  return found;
}

const FILE_ONLY =
  'is not read from the environment; all processes must agree on it: use `hookloom settings set`';

/** Ignores other names in the file, because claude-mem's file may be copied. */
function idleInFile(stateDir: string): UnusedSetting[] {
  const kept = settingsInFile(stateDir);
  if (kept === null) {
    const message = `${settingsFile(stateDir)} is not a private file with one JSON object, so none of its settings is used`;
    return [{ name: 'settings.json', problem: 'value', message }];
  }
  return settingTable.flatMap(({ name, takes, test }) => {
    const value = kept[name] ?? '';
    if (value === '' || test(value)) return [];
    const shown = JSON.stringify(value.slice(0, 40).toWellFormed());
    const message = `${name} in ${settingsFile(stateDir)} takes ${takes}, not ${shown}`;
    return [{ name, problem: 'value' as const, message }];
  });
}
