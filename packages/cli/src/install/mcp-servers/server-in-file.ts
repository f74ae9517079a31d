/** Our server as a part of one file: whether it is there, and how to add it without changing anything else. */
import {
  conflict,
  isHookloomError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import { isDeepStrictEqual } from 'node:util';
import type { PartRequest } from '../part-request.ts';
import { COMPAT_NAME, ONLY_CONNECTED, SERVER_NAME } from './entry.ts';
import { isEntry, equalExceptServer, serverIn, type ServerKey } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { startsOurServer } from './withdraw-server.ts';

export interface ServerInFile {
  client: string;
  /** Absolute. */
  file: string;
  format: FormatName;
  /** The key of the table of servers: `mcpServers`. */
  key: string;
  /** Default: `hookloom`. */
  name?: string | undefined;
  entry: JsonObject;
}

/**
 * `holds` and `add` throw `conflict` if the file is malformed, `add` also if the file has no place for the entry.
 *
 * @example serverInFile({ client: 'codex', file: '/home/dev/.codex/config.toml', format: 'toml', key: 'mcp_servers',
 *   entry })
 */
export function serverInFile(request: ServerInFile): PartRequest {
  const { client, file, name = SERVER_NAME, entry } = request;
  const key: ServerKey = [request.key, name];
  const other: ServerKey = [request.key, name === SERVER_NAME ? COMPAT_NAME : SERVER_NAME];
  const format = FORMATS[request.format];
  return {
    path: file,
    part: 'mcp',
    client,
    purpose: 'give the agent memory tools (MCP)',
    keys: [key.join('.')],
    holds(text) {
      const values = format.read(text, file);
      // From another `init`, with or without --compat.
      if (startsOurServer(serverIn(values, other))) return 'outdated';
      const found = serverIn(values, key) as JsonObject | undefined;
      if (found === undefined) return 'nothing';
      if (isEntry(found, entry)) return 'wanted';
      if (!isDeepStrictEqual(plainEntry(found), plainEntry(entry))) return 'other';
      // The same server with other options, from another `init`.
      return entry['tools'] !== undefined && !isDeepStrictEqual(found['tools'], entry['tools'])
        ? 'outdated'
        : 'wanted';
    },
    add(before) {
      const added = format.add(before ?? '', file, key, entry);
      assertMeans(request, before ?? '', added.text);
      return { after: added.text, splices: [{ ...added.splice, server: name }] };
    },
    exchange(before) {
      try {
        const exchanged = format.exchange(before, file, key, entry);
        if (exchanged === null) return null;
        assertMeans(request, before, exchanged.text);
        return { after: exchanged.text, splices: [{ ...exchanged.splice, server: name }] };
      } catch (error) {
        if (isHookloomError(error)) return null;
        throw error;
      }
    },
    remember(before) {
      const found = serverIn(format.read(before, file), key);
      if (found === undefined) return { server: name };
      const entry = JSON.parse(JSON.stringify(found)) as JsonValue;
      return { server: name, theirServer: { key: request.key, entry } };
    },
  };
}

/** Without what differs between an entry for one project and one for all projects of a user. */
function plainEntry(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const { tools: _tools, args, ...rest } = JSON.parse(JSON.stringify(entry)) as JsonObject;
  return {
    ...rest,
    args: Array.isArray(args) ? args.filter((word) => word !== ONLY_CONNECTED) : args,
  };
}

/** Throws unless the new text means the old text plus our server. */
function assertMeans(
  { file, format: formatName, key: table, name = SERVER_NAME, entry }: ServerInFile,
  before: string,
  after: string,
): void {
  const format = FORMATS[formatName];
  const key: ServerKey = [table, name];
  let reason = 'the result would mean something else';
  try {
    const values = format.read(after, file);
    if (
      isEntry(serverIn(values, key), entry) &&
      equalExceptServer(values, format.read(before, file), key)
    )
      return;
  } catch (error) {
    reason = error instanceof Error ? error.message : reason;
  }
  throw conflict(
    `${file}: ${table} has a form that cannot be extended (${reason}).`,
    `Write ${table} as a separate table, or add the printed entry yourself.`,
  );
}
