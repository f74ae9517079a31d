/** Our server in JSON with comments: `.mcp.json`, `.cursor/mcp.json`, `.vscode/mcp.json`, `.gemini/settings.json`. */
import { conflict, type JsonObject } from '@hookloom/core';
import { parseJsonc } from '@hookloom/hooks/clients';
import { applyEdits, modify, type Node } from 'jsonc-parser';
import { addProperty, exchangeValue, parseObject, propertyOf } from '../json-splice.ts';
import { isTable, type ServerFormat, type ServerKey } from './format.ts';

export const jsonFormat: ServerFormat = {
  read(text, file) {
    if (text.trim() === '') return {};
    parseObject(text, file);
    return parseJsonc(text) as Record<string, unknown>;
  },
  fragment,
  add(text, file, key, entry) {
    if (text.trim() === '') {
      const added = fragment(key, entry);
      return { text: text + added, splice: { offset: text.length, text: added } };
    }
    const root = parseObject(text, file);
    const [table, name] = key;
    const servers = propertyOf(root, table);
    if (servers === undefined) return addProperty(text, root, table, { [name]: entry });
    if (servers.type === 'object') return addProperty(text, servers, name, entry);
    throw conflict(
      `${file}: ${table} is not an object.`,
      'Fix the entry, then run the command again.',
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
  *removals(text, [table, name]) {
    // Without formatting options, the edit changes no other byte.
    const without = (path: string[]): string => applyEdits(text, modify(text, path, undefined, {}));
    const settings = parseJsonc(text);
    const servers = isTable(settings) ? settings[table] : undefined;
    if (isTable(servers) && Object.keys(servers).length === 1) yield without([table]);
    yield without([table, name]);
  },
};

function valueNode(text: string, file: string, [table, name]: ServerKey): Node | undefined {
  const servers = propertyOf(parseObject(text, file), table);
  return servers === undefined ? undefined : propertyOf(servers, name);
}

function fragment([table, name]: ServerKey, entry: JsonObject): string {
  return `${JSON.stringify({ [table]: { [name]: entry } }, null, 2)}\n`;
}
