/** How the documented wrapper is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from './losses.ts';
import { parseGenericEvent } from './parse-event.ts';
import { renderGeneric } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseGenericEvent,
  render: namingReasons(renderGeneric),
};
