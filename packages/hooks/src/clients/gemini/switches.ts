/** Settings of Gemini CLI that switch hooks off. Pure. */
import { isJsonObject } from '@hookloom/core';
import type { SettingsOfFile, SwitchedOff } from '../client.ts';

export function geminiOff(files: readonly SettingsOfFile[]): SwitchedOff | null {
  const configs = files.map(({ file, settings }) => ({
    file,
    config: isJsonObject(settings['hooksConfig']) ? settings['hooksConfig'] : {},
  }));
  const said = configs.find(({ config }) => typeof config['enabled'] === 'boolean');
  if (said?.config['enabled'] === false)
    return { file: said.file, reason: 'hooksConfig.enabled is false' };
  // The lists of all files add up.
  const naming = configs.find(
    ({ config: { disabled } }) => Array.isArray(disabled) && disabled.includes('hookloom'),
  );
  return naming === undefined
    ? null
    : { file: naming.file, reason: 'hooksConfig.disabled names hookloom' };
}
