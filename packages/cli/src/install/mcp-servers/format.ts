/** What a settings format must be able to do so that our server can be put in and taken out. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { Edited } from '../json-splice.ts';

/** The table that holds the servers, and the name of ours in it: `['mcpServers', 'hookloom']`. */
export type ServerKey = readonly [table: string, name: string];

export interface ServerFormat {
  /** The file's values. Throws `conflict` where they cannot be read as one table of settings. */
  read(text: string, file: string): Record<string, unknown>;
  /** A whole file with nothing but our server: what is printed for pasting. Ends with a line feed. */
  fragment(key: ServerKey, entry: JsonObject): string;
  /** Adds our server as text and touches nothing else. What it means is checked by the caller. */
  add(text: string, file: string, key: ServerKey, entry: JsonObject): Edited;
  /**
   * Replaces another program's entry of our name in place; null if it is not in one piece. The caller checks its
   * meaning.
   */
  exchange(text: string, file: string, key: ServerKey, entry: JsonObject): Edited | null;
  /** The range of an entry of our name, for `exchange`; null if it is not in one piece. */
  region(text: string, key: ServerKey): Region | null;
  /** Adds an entry of our name that is not ours. What it means is checked by the caller. */
  restore(text: string, file: string, key: ServerKey, entry: JsonValue): string;
  /** Texts without our server, the most faithful first. What each means is checked by the caller. */
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

/** True when two files say the same in everything but our server. */
export function sameBesides(
  one: Record<string, unknown>,
  other: Record<string, unknown>,
  key: ServerKey,
): boolean {
  return isDeepStrictEqual(withoutServer(one, key), withoutServer(other, key));
}

/** True if the file has this entry, whatever the format and the order of its keys. */
export function isEntry(found: unknown, entry: JsonObject): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(found ?? null)), entry);
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty list of servers says the same as none. */
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
