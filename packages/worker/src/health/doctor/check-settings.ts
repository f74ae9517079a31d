/** Settings that have no effect. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { idleHere } from '../../settings/idle-here.ts';
import { ok, warning, type Check } from './row.ts';

const ID = 'settings';

export const checkSettings: Check = ({ place: { env } }) => {
  const idle = idleHere(stateDirPath(env), env);
  if (idle.length === 0) return [ok(ID, 'Every setting of ours that is set has an effect.')];
  return [
    warning(ID, {
      message: `${idle.map(({ message }) => message).join('. ')}.`,
      why: 'What you set does not happen.',
      command: 'hookloom settings list',
    }),
  ];
};
