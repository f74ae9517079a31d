/** How Cursor is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseCursorEvent } from './parse-event.ts';
import { renderCursor } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCursorEvent,
  render: namingReasons(renderCursor),
};
