/** How Claude Code is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseClaudeEvent } from './parse-event.ts';
import { renderClaude } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseClaudeEvent,
  render: namingReasons(renderClaude),
};
