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

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function copilotClient(): HookClient {
  return copilot;
}
