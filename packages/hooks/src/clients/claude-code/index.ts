/** Claude Code. */
import type { HookClient } from '../client.ts';
import { namingReasons } from '../generic/losses.ts';
import { CLAUDE_CAPABILITIES } from './capabilities.ts';
import { honourClaude } from './honour.ts';
import { parseClaudeEvent } from './parse-event.ts';
import { renderClaude } from './render.ts';

export const claudeCode: HookClient = {
  name: 'claude-code',
  capabilities: CLAUDE_CAPABILITIES,
  runsItself: ['claude'],
  parse: parseClaudeEvent,
  render: namingReasons(renderClaude),
  honour: honourClaude,
};

/** Called where the client is needed: in the built hook its file is loaded then. */
export function claudeCodeClient(): HookClient {
  return claudeCode;
}
