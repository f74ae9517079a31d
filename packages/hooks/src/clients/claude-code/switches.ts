/** Settings of Claude Code that switch hooks off and plugins on. Pure. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { SettingsOfFile, SwitchedOff } from '../client.ts';

/** The nearest file that has the setting decides. */
export function claudeOff(files: readonly SettingsOfFile[]): SwitchedOff | null {
  const said = files.find(({ settings }) => typeof settings['disableAllHooks'] === 'boolean');
  return said?.settings['disableAllHooks'] === true
    ? { file: said.file, reason: 'disableAllHooks is true' }
    : null;
}

export function claudePlugins(settings: JsonObject): [name: string, isOn: boolean][] {
  const plugins = settings['enabledPlugins'];
  return isJsonObject(plugins)
    ? Object.entries(plugins).map(([name, on]) => [name, on === true])
    : [];
}
