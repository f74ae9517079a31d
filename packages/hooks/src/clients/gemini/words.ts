/** How Gemini CLI is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseGeminiEvent } from './parse-event.ts';
import { renderGemini } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseGeminiEvent,
  render: namingReasons(renderGemini),
};
