/** Takes our server out of a file that was changed since, by what it means. */
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

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
