/** Reports settings without an effect. */
import { stateDirPath } from '@hookloom/core/settings';
import { settingTable } from '../../settings/setting-table.ts';
import { unusedSettingsHere } from '../../settings/unused-settings-here.ts';
import { ok, warning, type Check } from './row.ts';

const ID = 'settings';

export const checkSettings: Check = ({ place: { env } }) => {
  const idle = unusedSettingsHere(stateDirPath(env), env);
  if (idle.length === 0) return ok(ID, 'Every Hookloom setting that is set takes effect.');
  return warning(ID, {
    message: `${idle.map(({ message }) => message).join('. ')}.`,
    why: 'These settings have no effect. `hookloom settings list` shows what each one takes.',
    command: idle.flatMap(({ name }) => removing(name, env)).join(' && ') || null,
  });
};

function removing(name: string, env: Record<string, string | undefined>): string[] {
  if (/^\w+$/.test(name) && (env[name] ?? '') !== '') return [`unset ${name}`];
  return settingTable.some((one) => one.name === name) ? [`hookloom settings set ${name} ""`] : [];
}
