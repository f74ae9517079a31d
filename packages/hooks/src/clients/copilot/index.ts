/** GitHub Copilot CLI. */
import type { HookClient } from '../client.ts';
import { COPILOT_CAPABILITIES } from './capabilities.ts';
import { honourCopilot } from './honour.ts';
import { words } from './words.ts';

export const copilot: HookClient = {
  name: 'copilot',
  capabilities: COPILOT_CAPABILITIES,
  // It runs the hooks in `.claude/settings*.json` of a trusted project by itself.
  runsItself: ['claude'],
  ...words,
  honour: honourCopilot,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function copilotClient(): HookClient {
  return copilot;
}
