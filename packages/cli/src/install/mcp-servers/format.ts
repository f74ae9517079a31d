/** What a settings format must support so that our server can be added and removed. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { Edited } from '../json-splice.ts';

/** The path of our server in the file: `['mcpServers', 'hookloom']`. */
export type ServerKey = readonly [table: string, name: string];

export interface ServerFormat {
  /** The file's values. Throws `conflict` if they cannot be read as one table of settings. */
  read(text: string, file: string): Record<string, unknown>;
  /** A complete file with only our server, for pasting. Ends with a line feed. */
  fragment(key: ServerKey, entry: JsonObject): string;
  /** Inserts our server and changes nothing else. The caller verifies the result. */
  add(text: string, file: string, key: ServerKey, entry: JsonObject): Edited;
  /**
   * Replaces another program's entry of our name in place; null if it is not contiguous. The caller verifies the
   * result.
   */
  exchange(text: string, file: string, key: ServerKey, entry: JsonObject): Edited | null;
  /** The range of an entry of our name, for `exchange`; null if it is not contiguous. */
  region(text: string, key: ServerKey): Region | null;
  /** Adds an entry of our name that is not ours. The caller verifies the result. */
  restore(text: string, file: string, key: ServerKey, entry: JsonValue): string;
  /** Texts without our server, the closest to the original first. The caller verifies each. */
  removals(text: string, key: ServerKey): Iterable<string>;
}

/** UTF-16 offsets. */
export interface Region {
  from: number;
  to: number;
}

export function exchangeRegion(text: string, { from, to }: Region, ours: string): Edited {
  return {
    text: text.slice(0, from) + ours + text.slice(to),
    splice: { offset: from, text: ours, removed: text.slice(from, to) },
  };
}

/** Our entry, or undefined. */
export function serverIn(values: Record<string, unknown>, key: ServerKey): unknown {
  const servers = values[key[0]];
  return isTable(servers) ? servers[key[1]] : undefined;
}

/** Whether two files mean the same apart from our server. */
export function equalExceptServer(
  one: Record<string, unknown>,
  other: Record<string, unknown>,
  key: ServerKey,
): boolean {
  return isDeepStrictEqual(withoutServer(one, key), withoutServer(other, key));
}

/** Whether the values are this entry, ignoring the order of keys. */
export function isEntry(found: unknown, entry: JsonObject): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(found ?? null)), entry);
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty list of servers means the same as no list. */
function withoutServer(
  values: Record<string, unknown>,
  [key, name]: ServerKey,
): Record<string, unknown> {
  const { [key]: servers, ...rest } = values;
  if (servers === undefined || servers === null) return rest;
  if (!isTable(servers)) return { ...rest, [key]: servers };
  const { [name]: _ours, ...others } = servers;
  return Object.keys(others).length === 0 ? rest : { ...rest, [key]: others };
}
