import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '@hookloom/core';
import { scanJson, type JsonNode } from './legacy-scan.ts';

/** JSON text with these blanks wherever JSON allows them. */
function print(value: JsonValue, blank: string): string {
  const list = (open: string, items: string[], close: string): string =>
    `${open}${blank}${items.join(`${blank},${blank}`)}${blank}${close}`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return list(
      '[',
      value.map((item) => print(item, blank)),
      ']',
    );
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${blank}:${blank}${print(item, blank)}`,
  );
  return list('{', entries, '}');
}

/** The value that the scanner found, read from the positions that it names. */
function valueOf(node: JsonNode, text: string): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value, text)]));
  if (node.kind === 'array') return node.items.map((item) => valueOf(item, text));
  return JSON.parse(text.slice(node.start, node.end));
}

test('finds every value and its position, whatever blanks an older writer used', () => {
  const blanks = fc.constantFrom('', ' ', '\n', '\t\r\n  ');
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), blanks, (value, blank) => {
      const text = `${blank}${print(value as JsonValue, blank)}${blank}`;
      const scanned = scanJson(text);
      if (!scanned.ok) throw new Error(scanned.detail);
      expect(valueOf(scanned.root, text)).toEqual(JSON.parse(text));
    }),
  );
  for (const text of ['{ }', '[ ]', '{ "a" : { } }']) expect(scanJson(text).ok).toBe(true);
});
