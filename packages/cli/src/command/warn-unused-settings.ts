/** Warns on standard error about settings that have no effect. */
import { stateDirPath } from '@hookloom/core/settings';
import { unusedSettingsHere } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/** `hookloom doctor` reports the details. */
const MAX_NAMED = 3;

export function warnUnusedSettings({ env, out }: Pick<CommandContext, 'env' | 'out'>): void {
  const idle = unusedSettingsHere(stateDirPath(env), env);
  if (idle.length === 0) return;
  const named = idle.slice(0, MAX_NAMED).map(({ message }) => message);
  const more = idle.length - named.length;
  out.note(
    `hookloom: ${named.join('; ')}${more > 0 ? `; and ${more} more: run \`hookloom doctor\`` : ''}.`,
  );
}
