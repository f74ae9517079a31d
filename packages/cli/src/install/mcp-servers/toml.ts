/**
 * Our server in TOML: Codex's `config.toml`. It is a marked block at the end of the file. No library edits TOML without
 * losing some of the user's text, so this inserts and removes text and verifies the result with a parser.
 */
import { conflict, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { parseToml } from '@hookloom/hooks/clients';
import { exchangeRegion, type Region, type ServerFormat, type ServerKey } from './format.ts';

const BEGIN = '# >>> hookloom mcp (taken out by: hookloom uninstall) >>>';
const END = '# <<< hookloom mcp <<<';

export const tomlFormat: ServerFormat = {
  read(text, file) {
    try {
      // A byte order mark is not TOML, but files may begin with one.
      return parseToml(text.replace(/^\uFEFF/, ''));
    } catch (error) {
      throw conflict(
        `${file} is not TOML that can be edited: ${(error as Error).message.split('\n')[0]}`,
        'Fix the file, then run the command again.',
      );
    }
  },
  fragment: (key, entry) => table(key, entry).join('\n') + '\n',
  add(text, _file, key, entry) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const unfinished = text !== '' && !text.endsWith('\n') ? eol : '';
    const gap = text.trim() === '' ? '' : eol;
    const added = unfinished + gap + block(key, entry, eol);
    return { text: text + added, splice: { offset: text.length, text: added } };
  },
  exchange(text, _file, key, entry) {
    const there = regionOf(text, key);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    return there === null ? null : exchangeRegion(text, there, block(key, entry, eol));
  },
  region: regionOf,
  // Restored without marks, because it is not ours.
  restore(text, _file, key, entry) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const unfinished = text === '' || text.endsWith('\n') ? '' : eol;
    const lines = isJsonObject(entry)
      ? table(key, entry)
      : [`[${key[0]}]`, `${key[1]} = ${tomlValue(entry)}`];
    return text + unfinished + lines.map((line) => line + eol).join('');
  },
  *removals(text, key) {
    const lines = text.split(/(?<=\n)/);
    const begin = lines.findIndex((line) => line.trim() === BEGIN);
    const end = lines.findIndex((line, index) => index > begin && line.trim() === END);
    if (begin >= 0 && end >= 0) {
      const gap = begin > 0 && lines[begin - 1]!.trim() === '' ? 1 : 0;
      yield [...lines.slice(0, begin - gap), ...lines.slice(end + 1)].join('');
    }
    const ours = linesOfServer(lines, key);
    yield lines.filter((_line, at) => !ours.has(at)).join('');
  },
};

function block(key: ServerKey, entry: JsonObject, eol: string): string {
  return [BEGIN, ...table(key, entry), END].map((line) => line + eol).join('');
}

/** The contiguous lines with the server and its marks. */
function regionOf(text: string, key: ServerKey): Region | null {
  const lines = text.split(/(?<=\n)/);
  const ours = [...linesOfServer(lines, key)];
  const [first, last] = [ours[0], ours.at(-1)];
  if (first === undefined || last === undefined || last - first + 1 !== ours.length) return null;
  const from = lines.slice(0, first).join('').length;
  return { from, to: from + lines.slice(first, last + 1).join('').length };
}

function table(key: ServerKey, entry: JsonObject): string[] {
  return [
    `[${key.join('.')}]`,
    ...Object.entries(entry).map(([name, value]) => `${bareKey(name)} = ${tomlValue(value)}`),
  ];
}

/** @example tomlValue(['serve', 90]) === '["serve", 90]' */
function tomlValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).map(([name, of]) => `${bareKey(name)} = ${tomlValue(of)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  // JSON escapes are valid in TOML, but JSON does not escape DEL.
  return JSON.stringify(value).replaceAll('\u007F', String.raw`\u007F`);
}

function bareKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
}

/** The lines of our server's tables and keys in order, even if someone has rewritten or moved them. */
function linesOfServer(lines: readonly string[], [servers, server]: ServerKey): Set<number> {
  const name = (word: string): string => `(?:${word}|"${word}"|'${word}')`;
  const path = `${name(servers)}\\s*\\.\\s*${name(server)}`;
  const ourTable = new RegExp(`^\\s*\\[\\s*${path}\\s*[.\\]]`);
  const ourKey = new RegExp(`^\\s*${path}\\s*[.=]`);
  const serversTable = new RegExp(`^\\s*\\[\\s*${name(servers)}\\s*\\]`);
  const keyInServers = new RegExp(`^\\s*${name(server)}\\s*[.=]`);
  const found = new Set<number>();
  let table: 'ours' | 'servers' | 'other' = 'other';
  // Comments and blank lines after our table may belong to the next one, which decides later.
  let undecided: number[] = [];
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (text.startsWith('[')) {
      table = ourTable.test(line) ? 'ours' : serversTable.test(line) ? 'servers' : 'other';
      undecided = [];
    }
    const isOurs =
      text === BEGIN ||
      text === END ||
      ourKey.test(line) ||
      (table === 'servers' && keyInServers.test(line));
    if (table === 'ours' && !isOurs && (text === '' || text.startsWith('#'))) undecided.push(at);
    else if (isOurs || table === 'ours') {
      for (const one of [...undecided, at]) found.add(one);
      undecided = [];
    }
  }
  return found;
}
