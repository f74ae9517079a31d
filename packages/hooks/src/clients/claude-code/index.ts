/** Claude Code. */
import type { HookClient } from '../client.ts';
import { CLAUDE_CAPABILITIES } from './capabilities.ts';
import { honourClaude } from './honour.ts';
import { words } from './words.ts';

export const claudeCode: HookClient = {
  name: 'claude-code',
  capabilities: CLAUDE_CAPABILITIES,
  runsItself: ['claude'],
  ...words,
  honour: honourClaude,
};

/** Loads the client on demand: the built hook keeps it in a separate file. */
export function claudeCodeClient(): HookClient {
  return claudeCode;
}
