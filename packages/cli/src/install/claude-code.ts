/** What connects Claude Code: its settings files and our hook groups (seeds/000, seeds/002). */
import path from 'node:path';
import type { JsonObject } from '@hookloom/core/json';
import {
  claudeHookGroups,
  type ClaudeHookCommands,
} from '@hookloom/hooks/clients/claude-code/install';
import type { HookSettings } from './plan-hooks.ts';

export const CLAUDE = 'claude-code';

/** `.claude/settings.local.json`: this machine's own settings, not committed. */
export function claudeSettingsFile(root: string): string {
  return path.join(root, '.claude', 'settings.local.json');
}

export function mcpFile(root: string): string {
  return path.join(root, '.mcp.json');
}

/** Started by Claude Code as processes whatever the transport: it runs no HTTP hook for them. */
const PROCESS_EVENTS = new Set(['SessionStart', 'Setup', 'SessionEnd']);

/**
 * Our hook groups for Claude Code.
 *
 * @param port Of the worker that is called over HTTP instead of starting a process; null: processes only.
 */
export function claudeHookSettings(
  commands: ClaudeHookCommands,
  port: number | null = null,
): HookSettings {
  const entries = claudeHookGroups(commands).map(([event, { hooks }]): [string, JsonObject] => {
    if (port === null || PROCESS_EVENTS.has(event))
      return [event, { hooks: hooks.map((hook) => ({ ...hook })) }];
    const url = `http://127.0.0.1:${port}/hooks/claude-code`;
    // The token, where one is needed, comes from the environment: nothing secret stands in settings.
    const headers = { authorization: 'Bearer $HOOKLOOM_TOKEN' };
    const http = { type: 'http', url, headers, allowedEnvVars: ['HOOKLOOM_TOKEN'], timeout: 5 };
    return [event, { hooks: [http] }];
  });
  return { client: CLAUDE, entries };
}
