/** How GitHub Copilot CLI is read and answered. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { parseCopilotEvent } from './parse-event.ts';
import { renderCopilot } from './render.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCopilotEvent,
  render: namingReasons(renderCopilot),
};
