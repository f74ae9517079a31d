/** Reports settings without an effect. */
import { stateDirPath } from '@hookloom/core/settings';
import { unusedSettingsHere } from '../../settings/unused-settings-here.ts';
import { ok, warning, type Check } from './row.ts';

const ID = 'settings';

export const checkSettings: Check = ({ place: { env } }) => {
  const idle = unusedSettingsHere(stateDirPath(env), env);
  if (idle.length === 0) return ok(ID, 'Every Hookloom setting that is set takes effect.');
  return warning(ID, {
    message: `${idle.map(({ message }) => message).join('. ')}.`,
    why: 'These settings have no effect.',
    command: 'hookloom settings list',
  });
};
