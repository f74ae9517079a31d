/** Takes our server out of a file that was changed since, by what it means, or puts back what it took the place of. */
import type { PartSplice } from '../plan.ts';
import { SERVER_NAME } from './entry.ts';
import { sameBesides, serverIn } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';

/** Under which a client keeps its servers, by the ending of the file's name. */
const ENDINGS: readonly [ending: string, format: FormatName, keys: readonly string[]][] = [
  ['.json', 'json', ['mcpServers', 'servers']],
  ['.toml', 'toml', ['mcp_servers']],
  ['.yaml', 'yaml', ['mcp_servers']],
  ['.yml', 'yaml', ['mcp_servers']],
];

/** The entry of our name in a client's settings, from any author; undefined if there is none. */
export function serverNamed(file: string, text: string): unknown {
  const row = ENDINGS.find(([ending]) => file.endsWith(ending));
  if (row === undefined) return undefined;
  const [, name, keys] = row;
  const values = readOrNull(() => FORMATS[name].read(text, file));
  const key = keys.find((one) => values !== null && serverIn(values, one) !== undefined);
  return values === null || key === undefined ? undefined : serverIn(values, key);
}

/** Of a file's name; null for one of no settings format. */
export function formatOf(file: string): FormatName | null {
  return ENDINGS.find(([ending]) => file.endsWith(ending))?.[1] ?? null;
}

/**
 * The text without our server and otherwise saying the same; unchanged where there is none, where the file cannot be
 * read, or where taking it out would change something else.
 */
export function withdrawServer(file: string, text: string): string {
  const row = ENDINGS.find(([ending]) => file.endsWith(ending));
  if (row === undefined || !text.includes(SERVER_NAME)) return text;
  const [, name, keys] = row;
  const format = FORMATS[name];
  let left = text;
  for (const key of keys) {
    const values = readOrNull(() => format.read(left, file));
    if (values === null || serverIn(values, key) === undefined) continue;
    for (const candidate of format.removals(left, key)) {
      const rest = readOrNull(() => format.read(candidate, file));
      if (rest === null || serverIn(rest, key) !== undefined || !sameBesides(rest, values, key))
        continue;
      left = candidate;
      break;
    }
  }
  return left;
}

/**
 * Puts back the server that ours replaced: in the place of ours or, if that would change its meaning, added. Null if
 * ours is no longer there, or if neither is possible.
 */
export function putBackServer(
  file: string,
  text: string,
  { removed, theirServer }: Pick<PartSplice, 'theirServer'> & { removed: string },
): string | null {
  const row = ENDINGS.find(([ending]) => file.endsWith(ending));
  if (row === undefined) return null;
  const [, name, keys] = row;
  const format = FORMATS[name];
  const values = readOrNull(() => format.read(text, file));
  const key = keys.find((one) => values !== null && serverIn(values, one) !== undefined);
  if (values === null || key === undefined) return null;
  const isGood = (back: string): boolean => {
    const rest = readOrNull(() => format.read(back, file));
    return rest !== null && serverIn(rest, key) !== undefined && sameBesides(rest, values, key);
  };
  const region = readOrNull(() => format.region(text, key));
  const exchanged =
    region === null ? null : text.slice(0, region.from) + removed + text.slice(region.to);
  if (exchanged !== null && isGood(exchanged)) return exchanged;
  if (theirServer === undefined) return null;
  const { entry } = theirServer;
  const left = withdrawServer(file, text);
  const added = readOrNull(() => format.restore(left, file, key, entry));
  return added !== null && isGood(added) ? added : null;
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
