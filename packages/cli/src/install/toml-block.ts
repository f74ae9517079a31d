/**
 * Edits TOML by a marked block at its end and never rewrites it, so that every byte of the file stays. Refuses with a
 * message if the file allows no such block (an inline table, an existing table).
 */
import { isDeepStrictEqual } from 'node:util';
import { attempt, conflict, isJsonObject, type JsonObject } from '@hookloom/core';
import { parseToml as parse } from '@hookloom/hooks/clients';
import { addBlock, hashMarks } from './marked-block.ts';
import type { PartRequest } from './part-request.ts';

/** The values in the text. Throws `conflict` if it is not TOML. */
export function parseToml(text: string, file: string): JsonObject {
  try {
    return plain(text);
  } catch (error) {
    throw conflict(
      `${file} is not TOML that can be edited.`,
      'Fix the syntax error in the file, then run the command again.',
      { cause: error },
    );
  }
}

/**
 * Adds `content` as a block named `name`.
 *
 * @param file The name for messages
 * @example addTomlBlock('/h/config.toml', 'a = 1\n', { name: 'mcp', content: '[mcp_servers.zaxy]\ncommand = "x"' })
 */
export function addTomlBlock(
  file: string,
  before: string | null,
  { name, content }: { name: string; content: string },
): ReturnType<PartRequest['add']> {
  const added = addBlock(before, content, hashMarks(name));
  const wanted = merge(parseToml(before ?? '', file), parseToml(content, file));
  if (!isDeepStrictEqual(meaningOf(added.text), wanted))
    throw conflict(
      `${file} has a structure that nothing can be appended to.`,
      'Write inline tables such as `mcp_servers = { … }` as sections, or add it by hand.',
    );
  return { after: added.text, splices: [added.splice] };
}

/** As JSON: dates become text, and tables get the usual prototype. */
function plain(text: string): JsonObject {
  return JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, '')))) as JsonObject;
}

function meaningOf(text: string): unknown {
  return attempt(() => plain(text));
}

function merge(into: JsonObject, from: JsonObject): JsonObject {
  const merged = { ...into };
  for (const [key, value] of Object.entries(from)) {
    const there = merged[key];
    merged[key] = isJsonObject(there) && isJsonObject(value) ? merge(there, value) : value;
  }
  return merged;
}
