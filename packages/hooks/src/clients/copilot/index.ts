/** GitHub Copilot CLI. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { COPILOT_CAPABILITIES } from './capabilities.ts';
import { honourCopilot } from './honour.ts';
import { parseCopilotEvent } from './parse-event.ts';
import { renderCopilot } from './render.ts';

export const copilot: HookClient = {
  name: 'copilot',
  capabilities: COPILOT_CAPABILITIES,
  // It runs the hooks in `.claude/settings*.json` of a trusted project by itself.
  runsItself: ['claude'],
  parse: parseCopilotEvent,
  render: namingReasons(renderCopilot),
  honour: honourCopilot,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function copilotClient(): HookClient {
  return copilot;
}
