/**
 * Our server for Codex. Codex reads its user file in every repository, so the entry names no log, session or project:
 * the server derives them from the folder in which it starts.
 */
import { resolveWorkspace } from '@hookloom/core/settings';
import { invalidRequest, isHookloomError, pasteWords } from '@hookloom/core';
import { isFoundByFolder } from '../mcp-servers/our-server.ts';
import type { PartRequest } from '../part-request.ts';
import { serverPart } from '../server-part.ts';
import { readSettings } from '../settings-file.ts';
import { codexTools } from './permission-part.ts';
import { serverPartRequest, type ConnectRequest, type Step } from './request.ts';

export function planCodexMcp(request: ConnectRequest): { parts: PartRequest[]; steps: Step[] } {
  const { codex, program } = request;
  const command: Step = {
    text: 'Add the MCP server to Codex:',
    command: pasteWords(
      ['codex', 'mcp', 'add', request.serverName, '--', program.command, ...program.args],
      request.place.platform,
    ),
  };
  if (codex.mcpInstall === 'command') return { parts: [], steps: [command] };
  const scope = codex.mcpInstall === 'project' ? 'project' : 'user';
  if (scope === 'project' && !codex.isTrusted)
    throw invalidRequest(
      'Codex reads .codex/config.toml only in projects that you trust.',
      'Pass --codex-trusted-project as well, or use --codex-mcp-install user.',
    );
  const part = serverPart('codex', {
    ...serverPartRequest(request),
    scope,
    beside: codexTools(request),
  });
  const obstacle = codex.mcpInstall === 'auto' ? obstacleTo(part) : null;
  if (obstacle === null) return { parts: [part], steps: scope === 'user' ? unnamed(request) : [] };
  return { parts: [], steps: [{ ...command, text: `${obstacle} ${command.text}` }] };
}

/** Reports a log that is not found by its folder, because the user's file cannot name it. */
function unnamed({ workspace }: ConnectRequest): Step[] {
  if (isFoundByFolder(workspace)) return [];
  const found = resolveWorkspace({ cwd: workspace.root, env: {} });
  return [
    {
      text: `Codex's own config.toml serves every project, so it names no log: there the memory is that of ${found.session} in ${found.eventloomDir}. For this log pass --codex-mcp-install project --codex-trusted-project.`,
    },
  ];
}

/** Why `auto` does not change the user's file; null if it can. */
function obstacleTo(part: PartRequest): string | null {
  try {
    const text = readSettings(part.path);
    if (text === null) return null;
    const holds = part.holds(text);
    // We never change another program's entry, not even with --force.
    if (holds === 'other')
      return `${part.path} has a server named ${part.keys[0]!.split('.')[1]} with other settings.`;
    if (holds === 'nothing') part.add(text);
    return null;
  } catch (error) {
    if (isHookloomError(error)) return error.message;
    throw error;
  }
}
