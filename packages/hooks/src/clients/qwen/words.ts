/** How Qwen Code is read and answered: it accepts the answers of Claude Code. */
import { renderQwen } from './answer.ts';
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseQwenEvent } from './parse-event.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseQwenEvent,
  render: namingReasons(renderQwen),
};
