/** Our server in JSON with comments: `.mcp.json`, `.cursor/mcp.json`, `.vscode/mcp.json`, `.gemini/settings.json`. */
import { HookloomError } from '@hookloom/core/errors';
import type { JsonObject } from '@hookloom/core/json';
import { applyEdits, modify, parse, type Node } from 'jsonc-parser';
import { addProperty, exchangeValue, parseObject, propertyOf } from '../json-splice.ts';
import { SERVER_NAME } from './entry.ts';
import { isTable, type ServerFormat } from './format.ts';

export const jsonFormat: ServerFormat = {
  read(text, file) {
    if (text.trim() === '') return {};
    parseObject(text, file);
    return values(text) as Record<string, unknown>;
  },
  fragment,
  add(text, file, key, entry) {
    if (text.trim() === '') {
      const added = fragment(key, entry);
      return { text: text + added, splice: { offset: text.length, text: added } };
    }
    const root = parseObject(text, file);
    const servers = propertyOf(root, key);
    if (servers === undefined) return addProperty(text, root, key, { [SERVER_NAME]: entry });
    if (servers.type === 'object') return addProperty(text, servers, SERVER_NAME, entry);
    throw new HookloomError(
      'conflict',
      `${file}: ${key} is not an object.`,
      'Mend the entry, then run the command again.',
    );
  },
  exchange(text, file, key, entry) {
    const there = valueNode(text, file, key);
    return there === undefined ? null : exchangeValue(text, there, entry);
  },
  region(text, key) {
    const there = valueNode(text, '', key);
    return there === undefined ? null : { from: there.offset, to: there.offset + there.length };
  },
  restore: (text, file, key, entry) => jsonFormat.add(text, file, key, entry as JsonObject).text,
  *removals(text, key) {
    // Without formatting options the edit takes out the property and leaves every other byte.
    const without = (path: string[]): string => applyEdits(text, modify(text, path, undefined, {}));
    const settings = values(text);
    const servers = isTable(settings) ? settings[key] : undefined;
    if (isTable(servers) && Object.keys(servers).length === 1) yield without([key]);
    yield without([key, SERVER_NAME]);
  },
};

function valueNode(text: string, file: string, key: string): Node | undefined {
  const servers = propertyOf(parseObject(text, file), key);
  return servers === undefined ? undefined : propertyOf(servers, SERVER_NAME);
}

function fragment(key: string, entry: JsonObject): string {
  return `${JSON.stringify({ [key]: { [SERVER_NAME]: entry } }, null, 2)}\n`;
}

/** A byte order mark is no JSON; a blank in its place keeps every offset. */
function values(text: string): unknown {
  return parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true });
}
