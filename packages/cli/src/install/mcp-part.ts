/** Our MCP server as a part of a JSON settings file. */
import { parse } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { addProperty, parseObject, propertyOf } from './json-splice.ts';
import type { Holds, PartRequest } from './plan-parts.ts';

/** @param key Of the object that holds the servers by name: `mcpServers`. */
export function mcpPart(
  { path, client, key }: { path: string; client: string; key: string },
  entry: JsonObject,
): PartRequest {
  return {
    path,
    part: 'mcp',
    client,
    purpose: 'give the agent its memory (MCP)',
    keys: [`${key}.zaxy`],
    holds: (text) => holdsServer(text, key, entry),
    add: (before) => addServer(path, before, key, entry),
  };
}

function holdsServer(text: string, key: string, entry: JsonObject): Holds {
  const settings: unknown = parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true });
  const servers = isJsonObject(settings) ? settings[key] : undefined;
  if (!isJsonObject(servers) || !('zaxy' in servers)) return 'nothing';
  return isDeepStrictEqual(servers['zaxy'], entry) ? 'wanted' : 'other';
}

function addServer(
  file: string,
  before: string | null,
  key: string,
  entry: JsonObject,
): ReturnType<PartRequest['add']> {
  if (before === null || before.trim() === '') {
    const text = `${JSON.stringify({ [key]: { zaxy: entry } }, null, 2)}\n`;
    const offset = before?.length ?? 0;
    return { after: (before ?? '') + text, splices: [{ offset, text }] };
  }
  const root = parseObject(before, file);
  const servers = propertyOf(root, key);
  const edited =
    servers === undefined
      ? addProperty(before, root, key, { zaxy: entry })
      : addProperty(before, servers, 'zaxy', entry);
  return { after: edited.text, splices: [edited.splice] };
}
