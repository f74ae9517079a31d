/** What connects Claude Code: hook groups and the MCP server entry (seeds/000, seeds/002). */
import path from 'node:path';
import { HookloomError, type Workspace } from '@hookloom/core';
import type { JsonObject } from '@hookloom/core/json';
import {
  claudeHookGroups,
  type ClaudeHookCommands,
} from '@hookloom/hooks/clients/claude-code/install';
import { addProperty, parseObject, propertyOf } from './json-splice.ts';
import type { HookSettings } from './plan-hooks.ts';
import type { PlannedFile } from './plan.ts';
import { readSettings } from './settings-file.ts';

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

export interface McpCommand {
  command: string;
  args: string[];
}

/** Adds `mcpServers.zaxy`; refuses to replace another entry of that name. `before` as for the hooks. */
export function planMcpServer(
  file: string,
  workspace: Workspace,
  server: McpCommand,
  before: string | null = readSettings(file),
): PlannedFile {
  const entry = {
    command: server.command,
    args: server.args,
    env: { ZAXY_DOMAIN: workspace.domain, EVENTLOOM_THREAD: workspace.session },
    startup_timeout_sec: 90,
  };
  const planned = {
    path: file,
    client: CLAUDE,
    purpose: 'give the agent its memory (MCP)',
    before,
  };
  if (before === null || before.trim() === '') {
    const after = `${JSON.stringify({ mcpServers: { zaxy: entry } }, null, 2)}\n`;
    return { ...planned, after, splices: [{ offset: before?.length ?? 0, text: after }] };
  }
  const root = parseObject(before, file);
  const servers = propertyOf(root, 'mcpServers');
  if (servers !== undefined && propertyOf(servers, 'zaxy') !== undefined) {
    throw new HookloomError(
      'conflict',
      `${file} already has a server named zaxy.`,
      'Pass --force to replace it; other servers are not touched.',
    );
  }
  const edited =
    servers === undefined
      ? addProperty(before, root, 'mcpServers', { zaxy: entry })
      : addProperty(before, servers, 'zaxy', entry);
  return { ...planned, after: edited.text, splices: [edited.splice] };
}
