/** Removes our server from an edited file by its meaning, or restores the server that it replaced. */
import type { MeaningSplice } from '../plan.ts';
import { attempt, isJsonObject, ownCallOf } from '@hookloom/core';
import { COMPAT_NAME, SERVER_NAME } from './entry.ts';
import { equalExceptServer, serverIn, type ServerKey } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';

/** The key of the servers in each client's format, by file extension. */
const ENDINGS: readonly [ending: string, format: FormatName, keys: readonly string[]][] = [
  ['.json', 'json', ['mcpServers', 'servers']],
  ['.toml', 'toml', ['mcp_servers']],
  ['.yaml', 'yaml', ['mcp_servers']],
  ['.yml', 'yaml', ['mcp_servers']],
];

/** Where our server may be, by file extension. */
function keysOf(file: string): ServerKey[] {
  const [, , tables] = ENDINGS.find(([ending]) => file.endsWith(ending)) ?? [];
  return (tables ?? []).flatMap((table) =>
    [SERVER_NAME, COMPAT_NAME].map((name): ServerKey => [table, name]),
  );
}

/** The entries with one of our names in a client's settings, including those that other programs wrote. */
export function serversNamed(file: string, text: string): unknown[] {
  const format = formatOf(file);
  const values = format === null ? null : readOrNull(() => FORMATS[format].read(text, file));
  if (values === null) return [];
  return keysOf(file).flatMap((key) => serverIn(values, key) ?? []);
}

/** Whether an entry starts our program, whatever its name. */
export function startsOurServer(entry: unknown): boolean {
  if (!isJsonObject(entry)) return false;
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].filter(
    (word) => typeof word === 'string',
  );
  return (
    ownCallOf(words)?.verb === 'serve' &&
    words.some((word) => /(^|[\\/])hookloom(-hook)?(\.cjs|\.cmd|\.exe)?( |$)/.test(word))
  );
}

/** The format of a file by its name; null if unknown. */
export function formatOf(file: string): FormatName | null {
  return ENDINGS.find(([ending]) => file.endsWith(ending))?.[1] ?? null;
}

/**
 * The text without our server. Unchanged if there is no server, if the file cannot be parsed, or if removing it would
 * change something else.
 *
 * @param name The name of the server. Default: any that is ours by name or by its program
 */
export function withdrawServer(file: string, text: string, name?: string): string {
  const formatName = formatOf(file);
  if (formatName === null) return text;
  const format = FORMATS[formatName];
  let left = text;
  for (const key of keysOf(file)) {
    if (!left.includes(key[1]) || (name ?? key[1]) !== key[1]) continue;
    const values = readOrNull(() => format.read(left, file));
    const found = values === null ? undefined : serverIn(values, key);
    if (values === null || found === undefined) continue;
    // Another program may use this name, too.
    if (name === undefined && key[1] === COMPAT_NAME && !startsOurServer(found)) continue;
    for (const candidate of format.removals(left, key)) {
      const rest = readOrNull(() => format.read(candidate, file));
      if (
        rest === null ||
        serverIn(rest, key) !== undefined ||
        !equalExceptServer(rest, values, key)
      )
        continue;
      left = candidate;
      break;
    }
  }
  return left;
}

export interface ReplacedServer extends Pick<MeaningSplice, 'theirServer'> {
  removed: string;
  /** The name of both servers. */
  server: string;
}

/**
 * Restores the server that ours replaced: in place of ours or, if that would change the meaning, as an addition. Null
 * if ours is no longer there, or if neither is possible.
 */
export function restoreServer(
  file: string,
  text: string,
  { removed, theirServer, server }: ReplacedServer,
): string | null {
  const formatName = formatOf(file);
  if (formatName === null) return null;
  const format = FORMATS[formatName];
  const values = readOrNull(() => format.read(text, file));
  const key = keysOf(file).find(
    (one) => one[1] === server && values !== null && serverIn(values, one) !== undefined,
  );
  if (values === null || key === undefined) return null;
  const isGood = (back: string): boolean => {
    const rest = readOrNull(() => format.read(back, file));
    return (
      rest !== null && serverIn(rest, key) !== undefined && equalExceptServer(rest, values, key)
    );
  };
  const region = readOrNull(() => format.region(text, key));
  const exchanged =
    region === null ? null : text.slice(0, region.from) + removed + text.slice(region.to);
  if (exchanged !== null && isGood(exchanged)) return exchanged;
  if (theirServer === undefined) return null;
  const { entry } = theirServer;
  const left = withdrawServer(file, text, server);
  const added = readOrNull(() => format.restore(left, file, key, entry));
  return added !== null && isGood(added) ? added : null;
}

function readOrNull<T>(read: () => T): T | null {
  return attempt(() => read());
}
