/** Claude Code asks before it applies changed settings. This refuses a change that would remove the guards. */
import path from 'node:path';
import type { HookEvent } from '@hookloom/core/hook';
import type { Finding } from './messages.ts';
import { describeSwitchedOff } from './settings-edit.ts';

/**
 * Null if the settings may be applied. Only called while a critical guard is in force.
 *
 * @param calledUs Whether a settings file contained our entry before
 */
export function findConfigChange(
  event: HookEvent,
  calledUs: (file: string) => boolean,
): Finding | null {
  if (event.event_type !== 'config_change') return null;
  const { subject } = event;
  if (subject !== 'project_settings' && subject !== 'local_settings') return null;
  const file = event.data['file_path'];
  if (typeof file !== 'string') return null;
  const off = describeSwitchedOff(file, calledUs(file));
  if (off === null) return null;
  return {
    kind: 'protected',
    refused: true,
    file: path.basename(file),
    message: `${off}. The change is not applied, because critical hooks of this project depend on it. Undo it, or run \`hookloom uninstall\` in a terminal.`,
    detail: `${off}; the client was asked not to apply it.`,
  };
}
