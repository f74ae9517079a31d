/** Settings of Copilot CLI that switch hooks off. Pure. */
import type { SettingsOfFile, SwitchedOff } from '../client.ts';

/** One file is enough, and no other can revert it. */
export function copilotOff(files: readonly SettingsOfFile[]): SwitchedOff | null {
  const said = files.find(({ settings }) => settings['disableAllHooks'] === true);
  return said === undefined ? null : { file: said.file, reason: 'disableAllHooks is true' };
}
