/** How Codex is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseCodexEvent } from './parse-event.ts';
import { renderCodex } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCodexEvent,
  render: namingReasons(renderCodex),
};
