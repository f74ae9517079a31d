/** Connects Claude Code: its settings files and our hook groups. */
import path from 'node:path';
import type { JsonObject } from '@hookloom/core/json';
import {
  claudeHookGroups,
  type ClaudeHookCommands,
} from '@hookloom/hooks/clients/claude-code/install';
import type { HookSettings } from './plan-hooks.ts';

export const CLAUDE = 'claude-code';

/** `.claude/settings.local.json`: settings of this machine, not committed. */
export function claudeSettingsFile(root: string): string {
  return path.join(root, '.claude', 'settings.local.json');
}

export function mcpFile(root: string): string {
  return path.join(root, '.mcp.json');
}

/**
 * Our hook groups for Claude Code.
 *
 * @param events Native names; by default what the recorder needs.
 */
export function claudeHookSettings(
  commands: ClaudeHookCommands,
  events?: readonly string[],
): HookSettings {
  const entries = claudeHookGroups(commands, events).map(
    ([event, { hooks }]): [string, JsonObject] => [
      event,
      { hooks: hooks.map((hook) => ({ ...hook })) },
    ],
  );
  return { client: CLAUDE, entries };
}
