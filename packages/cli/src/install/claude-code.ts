/** Connects Claude Code: its settings files and our hook groups. */
import path from 'node:path';
import type { JsonValue } from '@hookloom/core/json';
import { claudeSettings } from '@hookloom/hooks/clients/claude-code/install';
import type { HookCommands } from '@hookloom/hooks/clients/client';
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
  commands: HookCommands,
  events?: readonly string[],
): HookSettings {
  const { entries } = claudeSettings(commands, events);
  return { client: CLAUDE, entries: entries as [string, JsonValue][] };
}
