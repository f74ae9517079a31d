/**
 * A small JSON scanner for details that `JSON.parse` drops: number tokens as written, duplicate keys, and where a value
 * begins and ends. Used on the slow paths of verification and shredding only.
 */
import { MAX_JSON_DEPTH } from '@hookloom/core';

/** A value and its position: `text.slice(start, end)`. */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; entries: { key: string; value: JsonNode }[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; raw: string }
  | { kind: 'literal'; raw: 'true' | 'false' | 'null' }
);

export type ScanResult = { ok: true; root: JsonNode } | { ok: false; detail: string };

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;

/**
 * Scans a complete JSON text (RFC 8259) that `JSON.parse` has accepted before. Refuses an object that names a key twice,
 * and nesting beyond 512 levels.
 */
export function scanJson(text: string): ScanResult {
  const scanner = { text, at: 0 };
  try {
    const root = scanValue(scanner, 0);
    skipSpace(scanner);
    if (scanner.at !== text.length) throw new Refusal(`unexpected text at ${scanner.at}`);
    return { ok: true, root };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, detail: error.message };
    throw error;
  }
}

/** The value under `key` of an object, or undefined. */
export function entryOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object'
    ? node.entries.find((entry) => entry.key === key)?.value
    : undefined;
}

class Refusal extends Error {}

interface Scanner {
  text: string;
  at: number;
}

function scanValue(scanner: Scanner, depth: number): JsonNode {
  if (depth > MAX_JSON_DEPTH + 1) throw new Refusal(`nesting deeper than ${MAX_JSON_DEPTH} levels`);
  skipSpace(scanner);
  const start = scanner.at;
  const char = scanner.text[start];
  if (char === '{') return scanObject(scanner, depth);
  if (char === '[') return scanArray(scanner, depth);
  if (char === '"') {
    const value = scanString(scanner);
    return { kind: 'string', value, start, end: scanner.at };
  }
  const literal = token(scanner, LITERAL);
  if (literal !== null)
    return { kind: 'literal', raw: literal as 'true' | 'false' | 'null', start, end: scanner.at };
  const raw = token(scanner, NUMBER);
  if (raw === null) throw new Refusal(`no JSON value at ${start}`);
  return { kind: 'number', raw, start, end: scanner.at };
}

function scanObject(scanner: Scanner, depth: number): JsonNode {
  const start = scanner.at++;
  const entries: { key: string; value: JsonNode }[] = [];
  const seen = new Set<string>();
  skipSpace(scanner);
  if (take(scanner, '}')) return { kind: 'object', entries, start, end: scanner.at };
  do {
    skipSpace(scanner);
    const key = scanString(scanner);
    if (seen.has(key))
      throw new Refusal(`the key ${JSON.stringify(key.slice(0, 80))} occurs twice`);
    seen.add(key);
    skipSpace(scanner);
    if (!take(scanner, ':')) throw new Refusal(`no colon at ${scanner.at}`);
    entries.push({ key, value: scanValue(scanner, depth + 1) });
    skipSpace(scanner);
  } while (take(scanner, ','));
  if (!take(scanner, '}')) throw new Refusal(`an object is not closed at ${scanner.at}`);
  return { kind: 'object', entries, start, end: scanner.at };
}

function scanArray(scanner: Scanner, depth: number): JsonNode {
  const start = scanner.at++;
  const items: JsonNode[] = [];
  skipSpace(scanner);
  if (take(scanner, ']')) return { kind: 'array', items, start, end: scanner.at };
  do {
    items.push(scanValue(scanner, depth + 1));
    skipSpace(scanner);
  } while (take(scanner, ','));
  if (!take(scanner, ']')) throw new Refusal(`an array is not closed at ${scanner.at}`);
  return { kind: 'array', items, start, end: scanner.at };
}

function scanString(scanner: Scanner): string {
  const { text, at } = scanner;
  if (text[at] !== '"') throw new Refusal(`no string at ${at}`);
  let end = at + 1;
  let escaped = false;
  for (; text[end] !== '"'; end++) {
    if (end >= text.length) throw new Refusal(`a string is not closed at ${at}`);
    if (text[end] !== '\\') continue;
    escaped = true;
    end++;
  }
  scanner.at = end + 1;
  return escaped ? (JSON.parse(text.slice(at, end + 1)) as string) : text.slice(at + 1, end);
}

function token(scanner: Scanner, pattern: RegExp): string | null {
  pattern.lastIndex = scanner.at;
  const match = pattern.exec(scanner.text);
  if (match === null) return null;
  scanner.at = pattern.lastIndex;
  return match[0];
}

function take(scanner: Scanner, char: string): boolean {
  if (scanner.text[scanner.at] !== char) return false;
  scanner.at++;
  return true;
}

function skipSpace(scanner: Scanner): void {
  for (;;) {
    const char = scanner.text[scanner.at];
    if (char !== ' ' && char !== '\t' && char !== '\n' && char !== '\r') return;
    scanner.at++;
  }
}
