/** Whether programs may publish: a person decides it with a setting. */
import { readSettings } from '../settings/settings.ts';

export function isAutomatic(stateDir: string, env: Record<string, string | undefined>): boolean {
  return readSettings(stateDir, env)['HOOKLOOM_SHARE_PUBLISH'] === 'automatic';
}
