/** Whether programs may publish, which a person decides with a setting. */
import { readSettings } from '../settings/settings.ts';

export function isAutomatic(stateDir: string, env: Record<string, string | undefined>): boolean {
  return readSettings(stateDir, env)['HOOKLOOM_SHARE_PUBLISH'] === 'automatic';
}
