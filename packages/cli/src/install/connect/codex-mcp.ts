/**
 * Our server for Codex. Its user file is read in every repository, so it names no log, session or project: the server
 * works them out from the folder it is started in (seeds/002).
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { HookloomError } from '@hookloom/core/errors';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { PLACES } from '@hookloom/hooks/found/places';
import { blockIn, hashMarks } from '../marked-block.ts';
import { projectEnv } from '../mcp-entry.ts';
import type { Holds, PartRequest } from '../plan-parts.ts';
import { readSettings } from '../settings-file.ts';
import { shellWords } from '../shell-quote.ts';
import { addTomlBlock, parseToml } from '../toml-block.ts';
import type { ConnectRequest, Step } from './request.ts';

const BLOCK = 'mcp';

export function planCodexMcp(request: ConnectRequest): { parts: PartRequest[]; steps: Step[] } {
  const { place, codex, mcpOutput } = request;
  const command: Step = {
    text: 'Let Codex know the MCP server:',
    command: shellWords(['codex', 'mcp', 'add', 'zaxy', '--', ...wordsOf(request)]),
  };
  if (codex.mcpInstall === 'command') return { parts: [], steps: [command] };
  if (codex.mcpInstall === 'project') {
    if (!codex.isTrusted)
      throw new HookloomError(
        'invalid_request',
        'Codex reads .codex/config.toml only in projects that you trust.',
        'Pass --codex-trusted-project as well, or use --codex-mcp-install user.',
      );
    const file = mcpOutput ?? path.join(place.root, '.codex', 'config.toml');
    return { parts: [serverPart(file, projectEntry(request))], steps: [] };
  }
  const file = mcpOutput ?? PLACES.codex.mcpFiles(place)[0]!.file;
  const part = serverPart(file, userEntry(request));
  if (codex.mcpInstall === 'user') return { parts: [part], steps: [] };
  const obstacle = obstacleTo(part, request.rules.force);
  if (obstacle === null) return { parts: [part], steps: [] };
  return { parts: [], steps: [{ ...command, text: `${obstacle} ${command.text}` }] };
}

/** Why `auto` leaves the user's file alone; null where it can be written. */
function obstacleTo(part: PartRequest, force: boolean): string | null {
  try {
    const text = readSettings(part.path);
    if (text === null) return null;
    if (part.holds(text) === 'other' && !(force && blockIn(text, hashMarks(BLOCK)) !== null))
      return `${part.path} has another server named zaxy.`;
    if (part.holds(text) === 'nothing') part.add(text);
    return null;
  } catch (error) {
    if (error instanceof HookloomError) return error.message;
    throw error;
  }
}

function serverPart(file: string, entry: JsonObject): PartRequest {
  return {
    path: file,
    part: 'mcp',
    client: 'codex',
    purpose: 'give the agent its memory (MCP)',
    keys: ['mcp_servers.zaxy'],
    holds: (text) => holdsServer(text, file, entry),
    add: (before) => addTomlBlock(file, before, { name: BLOCK, content: serverToml(entry) }),
  };
}

function holdsServer(text: string, file: string, entry: JsonObject): Holds {
  const servers = parseToml(text, file)['mcp_servers'];
  if (!isJsonObject(servers) || !('zaxy' in servers)) return 'nothing';
  return isDeepStrictEqual(servers['zaxy'], entry) ? 'wanted' : 'other';
}

function wordsOf({ server }: ConnectRequest): string[] {
  return [server.command, ...server.args];
}

function userEntry({ server }: ConnectRequest): JsonObject {
  return {
    command: server.command,
    args: server.args,
    startup_timeout_sec: 90,
    env: { LOG_LEVEL: 'ERROR', ZAXY_ENV: 'development' },
  };
}

function projectEntry(request: ConnectRequest): JsonObject {
  const entry = userEntry(request);
  return { ...entry, env: { ...(entry['env'] as JsonObject), ...projectEnv(request.workspace) } };
}

/** JSON strings are TOML basic strings. */
function serverToml({ env, ...entry }: JsonObject): string {
  const line = ([key, value]: [string, unknown]): string => `${key} = ${JSON.stringify(value)}`;
  return [
    '[mcp_servers.zaxy]',
    ...Object.entries(entry).map(line),
    '',
    '[mcp_servers.zaxy.env]',
    ...Object.entries(env as JsonObject).map(line),
  ].join('\n');
}
