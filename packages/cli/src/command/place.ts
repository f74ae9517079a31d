/** Where a command looks for programs that can be connected. */
import { invalidRequest } from '@hookloom/core';
import type { Place } from '@hookloom/hooks/clients';
import type { CommandContext } from './context.ts';
import { homeOf } from '@hookloom/core/settings';

/** @param root The absolute path of the workspace */
export function placeOf({ env }: Pick<CommandContext, 'env'>, root: string): Place {
  const home = homeOf(env);
  if (home !== null) return { root, home, env, platform: process.platform };
  throw invalidRequest('HOME is not set.', 'Set HOME and run the command again.');
}
