/** Declarations, imports and calls of a code file: enough to find it again, read line by line without a parser. */
import type { Declaration, Language } from './languages.ts';

export type CodeSymbol = ReturnType<typeof symbolAt>;

const MAX_SYMBOLS = 400;
const MAX_LINE = 400;
const MAX_BODY_LINES = 60;
const MAX_BODY_CHARS = 4000;
const MAX_SPAN_LINES = 2000;
const MAX_DOC_CHARS = 600;
const CALL = /\b([A-Za-z_$][\w$]*)\s*\(/g;

/** Pure and linear in the text; never throws. */
export function readCode(text: string, language: Language) {
  const lines = text.split(/\r?\n/).map((line) => (line.length > MAX_LINE ? '' : line));
  const symbols: CodeSymbol[] = [];
  const imports = new Set<string>();
  for (const [at, line] of lines.entries()) {
    for (const pattern of language.imports) {
      const module = pattern.exec(line)?.[1];
      if (module !== undefined) imports.add(module);
    }
    if (symbols.length >= MAX_SYMBOLS || line.trim() === '') continue;
    for (const { kind, pattern } of language.declarations) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined) continue;
      symbols.push(symbolAt(lines, at, name, kind, language));
      break;
    }
  }
  return {
    symbols,
    imports: [...imports],
    summary: commentFrom(lines, firstLine(lines), language),
  };
}

function symbolAt(
  lines: readonly string[],
  at: number,
  name: string,
  kind: Declaration['kind'],
  language: Language,
) {
  const end = endOf(lines, at, language);
  const body = lines.slice(at, Math.min(end + 1, at + MAX_BODY_LINES)).join('\n');
  return {
    name,
    kind,
    /** 1-based, inclusive. */
    lineStart: at + 1,
    lineEnd: end + 1,
    signature: lines[at]!.trim().slice(0, 200),
    /** The comment above it, or the docstring below. */
    doc: (commentAbove(lines, at, language) || docstring(lines, at, language)).slice(
      0,
      MAX_DOC_CHARS,
    ),
    /** Its lines, bounded. */
    content: body.slice(0, MAX_BODY_CHARS),
    /** Names of functions that it calls. */
    calls: callsIn(lines.slice(at, end + 1), name),
  };
}

function callsIn(lines: readonly string[], own: string): string[] {
  const found = new Set<string>();
  for (const line of lines) for (const [, name] of line.matchAll(CALL)) found.add(name!);
  found.delete(own);
  return [...found];
}

/** Index of the declaration's last line. */
function endOf(lines: readonly string[], at: number, { blocks }: Language): number {
  const limit = Math.min(lines.length, at + MAX_SPAN_LINES);
  if (blocks === 'braces') return endOfBraces(lines, at, limit);
  const indent = indentOf(lines[at]!);
  let last = at;
  for (let i = at + 1; i < limit; i++) {
    const line = lines[i]!;
    if (line.trim() === '') continue;
    if (blocks === 'end' && indentOf(line) === indent && /^\s*end\b/.test(line)) return i;
    if (indentOf(line) <= indent && !/^\s*[)\]}]/.test(line)) return last;
    last = i;
  }
  return last;
}

/** Does not parse strings and comments: their braces are usually balanced, and the span is only a hint. */
function endOfBraces(lines: readonly string[], at: number, limit: number): number {
  let depth = 0;
  let opened = false;
  for (let i = at; i < limit; i++) {
    for (const sign of lines[i]!) {
      if (sign === '{') {
        depth++;
        opened = true;
      } else if (sign === '}') depth--;
    }
    if (opened && depth <= 0) return i;
    if (!opened && /;\s*$/.test(lines[i]!)) return i;
    if (!opened && i > at && lines[i]!.trim() === '') return i - 1;
  }
  return opened ? limit - 1 : at;
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)![0].replaceAll('\t', '    ').length;
}

function commentAbove(lines: readonly string[], at: number, { comment }: Language): string {
  const found: string[] = [];
  let i = at - 1;
  // Decorators and attributes are between a declaration and its comment.
  while (i >= 0 && /^\s*(?:@|#\[|\[)/.test(lines[i]!)) i--;
  for (; i >= 0 && comment.test(lines[i]!); i--) found.unshift(stripped(lines[i]!, comment));
  return joined(found);
}

function commentFrom(lines: readonly string[], at: number, language: Language): string {
  const own = docstring(lines, at - 1, language);
  if (own !== '') return own;
  const found: string[] = [];
  for (let i = at; i < lines.length && language.comment.test(lines[i]!); i++)
    found.push(stripped(lines[i]!, language.comment));
  return joined(found).slice(0, MAX_DOC_CHARS);
}

function firstLine(lines: readonly string[]): number {
  const skipped = /^\s*(?:$|#!|['"]use |<\?php)/;
  const at = lines.findIndex((line) => !skipped.test(line));
  return at < 0 ? 0 : at;
}

/** The text in triple quotes below `at`. */
function docstring(lines: readonly string[], at: number, { blocks }: Language): string {
  if (blocks !== 'indent') return '';
  for (let i = at + 1; i < Math.min(lines.length, at + 8); i++) {
    const open = /^\s*[rub]{0,2}("""|''')(.*)$/i.exec(lines[i]!);
    if (open === null) {
      if (lines[i]!.trim() === '' || !/:\s*$/.test(lines[i - 1] ?? ':')) continue;
      return '';
    }
    const [, quotes, rest] = open;
    const found = [rest!];
    for (let j = i + 1; !found.at(-1)!.includes(quotes!) && j < lines.length && j < i + 20; j++)
      found.push(lines[j]!);
    return joined(found).split(quotes!)[0]!.trim().slice(0, MAX_DOC_CHARS);
  }
  return '';
}

function stripped(line: string, comment: RegExp): string {
  return line
    .replace(comment, '')
    .replace(/\*\/\s*$/, '')
    .trim();
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
