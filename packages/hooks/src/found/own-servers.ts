/** Finds our MCP server in a client's settings. Pure. */
import { isJsonObject, ownCallOf, type JsonObject, type JsonValue } from '@hookloom/core';
import type { McpFile } from './places.ts';

export interface FoundServer {
  file: string;
  scope: McpFile['scope'];
  /** The name the client calls it by. */
  name: string;
  /** Null if the client calls an address. */
  command: string | null;
  args: string[];
  url: string | null;
  /** The variables of the entry; their values are never shown. */
  env: Record<string, string>;
}

/** The name of our entry, whatever it starts. */
const OUR_NAMES: readonly string[] = ['zaxy', 'hookloom'];

/** @param settings The parsed file; servers are looked up under the key of the place. */
export function ownServers(settings: JsonObject, place: McpFile): FoundServer[] {
  let servers: JsonValue | undefined = settings;
  for (const key of place.key) servers = isJsonObject(servers) ? servers[key] : undefined;
  return serversIn(servers, place);
}

export function serversIn(servers: JsonValue | undefined, { file, scope }: McpFile): FoundServer[] {
  if (!isJsonObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, entry]): FoundServer[] => {
    if (!isJsonObject(entry)) return [];
    const command = typeof entry['command'] === 'string' ? entry['command'] : null;
    const args = Array.isArray(entry['args'])
      ? entry['args'].filter((word) => typeof word === 'string')
      : [];
    const given = entry['url'] ?? entry['httpUrl'];
    const url = typeof given === 'string' ? given : null;
    const call = command === null ? null : ownCallOf([command, ...args]);
    if (call?.verb !== 'serve' && !OUR_NAMES.includes(name)) return [];
    if (command === null && url === null) return [];
    return [{ file, scope, name, command, args, url, env: textsOf(entry['env']) }];
  });
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
