/** Masks secrets in displayed settings, because a diff prints the user's lines around ours. Pure. */
import { redactText, secrecyOf } from '@hookloom/core/redact';
import { attempt } from '@hookloom/core';
import { plural } from '../output/format.ts';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { formatOf } from './mcp-servers/withdraw-server.ts';
import { FORMATS } from './mcp-servers/formats.ts';

/** Like `unifiedDiff`, but masks variables, headers and everything that looks like a secret on both sides. */
export function shownDiff(
  { name, file }: { name: string; file: string },
  before: string | null,
  after: string | null,
): string {
  const values = new Set([before, after].flatMap((text) => valuesToMask(file, text)));
  return unifiedDiff(name, masked(before, values), masked(after, values));
}

/** Null without a change, as after the edit. @example sizeOfEdit('--- a\n+++ a\n@@ -1,1 +1,1 @@\n-x\n+y\n') === '1 line added, 1 removed' */
export function sizeOfEdit(diff: string): string | null {
  const [from, to, ...lines] = diff.split('\n');
  const added = plural(lines.filter((line) => line.startsWith('+')).length, 'line');
  if (from === '--- /dev/null') return `new file, ${added}`;
  if (to === '+++ /dev/null') return 'deleted';
  if (!diff.includes('\n@@')) return null;
  return `${added} added, ${lines.filter((line) => line.startsWith('-')).length} removed`;
}

/** Text that we added. It may span lines of the user's. */
export function shownText(file: string, whole: string, text: string): string {
  return masked(text, new Set(valuesToMask(file, whole))) ?? '';
}

const MASK = '[REDACTED]';
/** Tables whose values are always masked. */
const PRIVATE_TABLES = new Set(['env', 'headers', 'http_headers', 'environment', 'query_params']);
/** Variables that we ourselves write into such tables. */
const OUR_NAMES = new Set([
  'ZAXY_DOMAIN',
  'EVENTLOOM_THREAD',
  'EVENTLOOM_PATH',
  'x-zaxy-session-id',
]);

function masked<T extends string | null>(text: T, values: ReadonlySet<string>): T {
  if (text === null || text === '') return text;
  let out: string = text;
  // The longest value first, because one may contain another.
  for (const value of [...values].toSorted((a, b) => b.length - a.length))
    for (const form of new Set([value, JSON.stringify(value).slice(1, -1)]))
      out = out.replaceAll(form, MASK);
  return redactText(out).text as T;
}

function valuesToMask(file: string, text: string | null): string[] {
  const format = formatOf(file);
  if (text === null || format === null) return [];
  return attempt(() => valuesIn(FORMATS[format].read(text, file), false), []);
}

function valuesIn(value: unknown, isPrivate: boolean): string[] {
  if (typeof value === 'string') return isPrivate && isSaid(value) ? [value] : [];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, at) =>
      valuesIn(item, isPrivate || isSecretFlag(value[at - 1])),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    OUR_NAMES.has(key)
      ? []
      : valuesIn(item, isPrivate || PRIVATE_TABLES.has(key) || secrecyOf(key) > 1),
  );
}

/** Not masked: the name of a variable, and a word of one or two letters, which is too common. */
function isSaid(value: string): boolean {
  return value.length > 2 && !/^(Bearer )?\$\{?[\w:]+\}?$/.test(value);
}

function isSecretFlag(before: unknown): boolean {
  return typeof before === 'string' && before.startsWith('-') && secrecyOf(before) > 0;
}

/**
 * The changes between two texts in the format of `diff -u`. `null`: there is no file.
 *
 * @example unifiedDiff('.mcp.json', null, '{}\n')
 * // → '--- /dev/null\n+++ .mcp.json\n@@ -0,0 +1,1 @@\n+{}\n'
 */
export function unifiedDiff(name: string, before: string | null, after: string | null): string {
  const from = before === null ? '/dev/null' : name;
  const to = after === null ? '/dev/null' : name;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options);
}
