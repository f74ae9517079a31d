/**
 * Our server in YAML: Hermes Agent's `config.yaml`. Inserts lines after the one that opens the list of servers, or at
 * the end, so that the user's comments, order and quoting stay byte for byte.
 */
import { conflict, type HookloomError, type JsonObject } from '@hookloom/core';
import {
  isMap,
  isScalar,
  parseAllDocuments,
  stringify,
  type Document,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Edited } from '../json-splice.ts';
import {
  exchangeRegion,
  isTable,
  type Region,
  type ServerFormat,
  type ServerKey,
} from './format.ts';

export const yamlFormat: ServerFormat = {
  read(text, file) {
    const values: unknown = oneDocument(text, file).toJS() ?? {};
    if (isTable(values)) return values;
    throw cannotEdit(file, 'it is not a table of settings');
  },
  fragment: ([key, name], entry) => block({ [key]: { [name]: entry } }, '', '\n'),
  add(text, file, [key, name], entry) {
    const root = oneDocument(text, file).contents;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const ours = { [name]: entry };
    if (!isMap(root)) return append(text, eol, block({ [key]: ours }, '', eol));
    if (root.flow === true) throw cannotEdit(file, 'it is written in braces');
    const indent = columnOf(text, keyStart(root.items[0]));
    const pair = pairOf(root, key);
    if (pair === undefined) return append(text, eol, block({ [key]: ours }, indent, eol));
    const servers = pair.value;
    if (isMap(servers) && servers.flow !== true) {
      const inner = columnOf(text, keyStart(servers.items[0]));
      return insertBehind(text, keyStart(pair), eol, block(ours, inner, eol));
    }
    if (isMap(servers)) return insertInBraces(text, servers, [name, entry]);
    if (isScalar(servers) && servers.value === null)
      return insertBehind(text, keyStart(pair), eol, block(ours, `${indent}  `, eol));
    throw cannotEdit(file, `${key} is not a table`);
  },
  exchange(text, _file, key, entry) {
    const there = regionOf(text, key);
    if (there === null) return null;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const indent = /^ */.exec(text.slice(there.from))![0];
    return exchangeRegion(text, there, block({ [key[1]]: entry }, indent, eol));
  },
  region: regionOf,
  restore: (text, file, key, entry) => yamlFormat.add(text, file, key, entry as JsonObject).text,
  *removals(text, [key, name]) {
    const document = oneDocument(text, '');
    const root = document.contents;
    const servers = isMap(root) ? pairOf(root, key) : undefined;
    if (servers === undefined || !isMap(servers.value)) return;
    const alone = servers.value.items.length === 1;
    const pair = alone ? servers : pairOf(servers.value, name);
    if (pair !== undefined) yield withoutLines(text, pair);
    document.deleteIn(alone ? [key] : [key, name]);
    yield document.toString({ lineWidth: 0 });
  },
};

function oneDocument(text: string, file: string): Document.Parsed {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.length === 0)
    return parseAllDocuments('null\n')[0] as Document.Parsed;
  const [document] = documents;
  if (documents.length > 1) throw cannotEdit(file, 'it holds more than one document');
  const [error] = document!.errors;
  if (error !== undefined) throw cannotEdit(file, error.message.split('\n')[0]!);
  return document as Document.Parsed;
}

function cannotEdit(file: string, why: string): HookloomError {
  return conflict(
    `${file} is not YAML that can be edited: ${why}.`,
    'Add the printed entry by hand, or fix the file and run the command again.',
  );
}

/** Values are quoted as in JSON, which avoids YAML's implicit types. */
function block(values: object, indent: string, eol: string): string {
  const text = stringify(values, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => indent + line + eol)
    .join('');
}

function append(text: string, eol: string, added: string): Edited {
  const unfinished = text === '' || text.endsWith('\n') ? '' : eol;
  return insertAt(text, text.length, unfinished + added);
}

/** Inserts after the line of `offset`. */
function insertBehind(text: string, offset: number, eol: string, added: string): Edited {
  const lineFeed = text.indexOf('\n', offset);
  if (lineFeed < 0) return insertAt(text, text.length, eol + added);
  return insertAt(text, lineFeed + 1, added);
}

function insertInBraces(
  text: string,
  servers: YAMLMap,
  [name, entry]: readonly [string, JsonObject],
): Edited {
  const comma = servers.items.length === 0 ? '' : ', ';
  return insertAt(text, servers.range![0] + 1, `"${name}": ${JSON.stringify(entry)}${comma}`);
}

function insertAt(text: string, offset: number, added: string): Edited {
  return {
    text: text.slice(0, offset) + added + text.slice(offset),
    splice: { offset, text: added },
  };
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function keyStart(pair: unknown): number {
  const { key } = pair as Pair;
  return (key as { range?: [number, number, number] } | null)?.range?.[0] ?? 0;
}

/** The spaces before `offset` on its line. */
function columnOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^ */.exec(line)![0];
}

/** The lines of our server in a block-style list of servers. */
function regionOf(text: string, [key, name]: ServerKey): Region | null {
  const root = oneDocument(text, '').contents;
  const servers = isMap(root) ? pairOf(root, key)?.value : undefined;
  if (!isMap(servers) || servers.flow === true) return null;
  const pair = pairOf(servers, name);
  return pair === undefined ? null : linesOf(text, pair);
}

function withoutLines(text: string, pair: Pair): string {
  const { from, to } = linesOf(text, pair);
  return text.slice(0, from) + text.slice(to);
}

/** From the line of the key to the end of the line on which its value ends. */
function linesOf(text: string, pair: Pair): Region {
  const from = text.lastIndexOf('\n', keyStart(pair) - 1) + 1;
  const end = (pair.value as { range?: [number, number, number] } | null)?.range?.[1] ?? from;
  const lineFeed = text.indexOf('\n', Math.max(end - 1, from));
  return { from, to: lineFeed < 0 ? text.length : lineFeed + 1 };
}
