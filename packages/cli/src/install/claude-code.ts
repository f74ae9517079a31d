/** Connects Claude Code: our hook groups. */
import type { JsonValue } from '@hookloom/core';
import { claudeSettings, type HookCommands } from '@hookloom/hooks/clients';
import type { HookSettings } from './plan-hooks.ts';

const CLAUDE = 'claude-code';

/**
 * Our hook groups for Claude Code.
 *
 * @param events Native names. Default: what the recorder needs
 */
export function claudeHookSettings(
  commands: HookCommands,
  events?: readonly string[],
): HookSettings {
  const { entries } = claudeSettings(commands, events);
  return { client: CLAUDE, entries: entries as [string, JsonValue][] };
}
