/**
 * The hashes of the older envelopes. Two writers shared one format and disagreed on its canonical form, so a line is
 * valid if either form gives its hash:
 * - Eventloom in TypeScript: raw UTF-8, keys by locale collation, ECMAScript numbers;
 * - Zaxy in Python: ASCII with `\uXXXX` escapes, keys by code point, number tokens as Python had written them.
 */
import { sha256Hex } from '@hookloom/core';
import { entryOf, type JsonNode } from './legacy-scan.ts';

type Render = (node: JsonNode) => string;

/** Every hash (`sha256:` + hex) with which an honest older writer may have sealed this v1 line. */
export function v1LegacyHashes(line: JsonNode): string[] {
  if (line.kind !== 'object') return [];
  const previous = entryOf(entryOf(line, 'integrity') ?? line, 'previousHash') ?? NULL;
  const event = object(line.entries.filter(({ key }) => key !== 'integrity'));
  const wrapped = object([
    { key: 'event', value: event },
    { key: 'previousHash', value: previous },
  ]);
  return [renderPython, ...TYPESCRIPT_FORMS].map((render) => digest(wrapped, render));
}

/** The same for a line of Zaxy's first envelope; its own writer was the only one. */
export function legacyHashes(line: JsonNode): string[] {
  const keys = ['seq', 'timestamp', 'type', 'actor', 'thread', 'payload', 'prev_hash'];
  const entries = keys.map((key) => ({ key, value: entryOf(line, key) ?? NULL }));
  const security = entryOf(line, 'security');
  const hashes = [digest(object(entries), renderPython)];
  if (security !== undefined)
    hashes.push(digest(object([...entries, { key: 'security', value: security }]), renderPython));
  // A security block is part of the seal if it is present; only an explicit null may have been omitted.
  return security !== undefined && security.kind !== 'literal' ? hashes.slice(1) : hashes;
}

const NULL: JsonNode = { kind: 'literal', raw: 'null', start: 0, end: 0 };

function object(entries: { key: string; value: JsonNode }[]): JsonNode {
  return { kind: 'object', entries, start: 0, end: 0 };
}

function digest(node: JsonNode, render: Render): string {
  return `sha256:${sha256Hex(render(node))}`;
}

function renderPython(node: JsonNode): string {
  return renderSorted(node, compareCodePoints, asciiString, (raw) => raw);
}

/** Collation depends on the writer's locale; English first, then the locale of this machine. */
const TYPESCRIPT_FORMS: Render[] = [
  ...new Set(['en-US', new Intl.Collator().resolvedOptions().locale]),
].map((locale) => {
  const { compare } = new Intl.Collator(locale);
  return (node) =>
    renderSorted(node, compare, JSON.stringify, (raw) => JSON.stringify(Number(raw)));
});

function renderSorted(
  node: JsonNode,
  compare: (a: string, b: string) => number,
  text: (value: string) => string,
  number: (raw: string) => string,
): string {
  switch (node.kind) {
    case 'object':
      return `{${node.entries
        .toSorted((a, b) => compare(a.key, b.key))
        .map(({ key, value }) => `${text(key)}:${renderSorted(value, compare, text, number)}`)
        .join(',')}}`;
    case 'array':
      return `[${node.items.map((item) => renderSorted(item, compare, text, number)).join(',')}]`;
    case 'string':
      return text(node.value);
    case 'number':
      return number(node.raw);
    case 'literal':
      return node.raw;
  }
}

/** Python escapes DEL too: everything outside the range from space to tilde. */
function asciiString(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Differs from UTF-16 order where a character beyond U+FFFF meets one of U+E000 to U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
