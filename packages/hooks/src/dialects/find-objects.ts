/**
 * Finds the complete JSON objects that begin a line of a text. One pass and a bounded amount of parsing for any text:
 * brackets are matched first, and no JSON string spans lines, so each line begins outside of one.
 */
import { isJsonObject, type JsonObject } from '@hookloom/core';

interface FoundObject {
  start: number;
  /** The position after its last brace. */
  end: number;
  value: JsonObject;
}

/** Deeper objects are not answers, and would overflow code that walks them. */
const MAX_DEPTH = 512;
/** The maximum number of candidates: the last ones are kept. */
const MAX_CANDIDATES = 4_096;

/** A span with matching brackets whose first one begins a line. */
interface Candidate {
  start: number;
  end: number;
  /** White space before it. */
  indent: number;
  inner: Candidate[];
}

/** @param most The last so many, in their order. Of nested ones, the outermost that is an object. */
export function findObjects(text: string, most: number): FoundObject[] {
  const found: FoundObject[] = [];
  const waiting = findCandidates(text);
  // Parsing an outer span and then the spans inside costs more than one pass. This bounds it.
  let budget = 4 * text.length;
  while (found.length < most && budget > 0) {
    const next = waiting.pop();
    if (next === undefined) break;
    budget -= next.end - next.start;
    const value = parseObject(text.slice(next.start, next.end));
    if (value === null) waiting.push(...visibleIn(next));
    else found.unshift({ start: next.start, end: next.end, value });
  }
  return found;
}

/** The object in a text; null: anything else, or nested too deeply. */
export function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

function isTooDeep(value: JsonObject): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null
        ? Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return false;
}

/** An object inside an outer span that is not JSON counts, unless it is indented: then it was a part of that span. */
function visibleIn({ indent, inner }: Candidate): Candidate[] {
  return inner.filter((one) => one.indent <= indent);
}

/** Any other text outside a string means that no open span is JSON. */
const BETWEEN = new Set(' \t\r:,0123456789+-.eEtrufalsn');

/** White space, a byte order mark, and terminal colours. */
// eslint-disable-next-line no-control-regex -- terminals act on these
const LINE_HEAD = /(?:[ \t\uFEFF]|\u001b\[[0-9;?]{0,20}[A-Za-z])*/y;
const LINE_END = /[\n\r]/g;

function findCandidates(text: string): Candidate[] {
  const roots: Candidate[] = [];
  let open: { closer: string; candidate: Candidate | null }[] = [];
  /** For an object that broke off: lines that are indented more belong to it. */
  let brokenIndent = Infinity;

  const keep = (list: Candidate[], candidate: Candidate): void => {
    list.push(candidate);
    if (list.length > 2 * MAX_CANDIDATES) list.splice(0, list.length - MAX_CANDIDATES);
  };
  const outer = (): Candidate | null =>
    open.findLast(({ candidate }) => candidate !== null)?.candidate ?? null;
  const breakOff = (): void => {
    for (const { candidate } of open) {
      if (candidate === null) continue;
      if (brokenIndent > candidate.indent) brokenIndent = candidate.indent;
      for (const one of visibleIn(candidate)) keep(roots, one);
    }
    open = [];
  };

  let at = 0;
  while (at < text.length) {
    // A line begins.
    LINE_HEAD.lastIndex = at;
    const head = LINE_HEAD.exec(text)![0];
    at += head.length;
    const indent = head.length;
    if (text[at] === '}' && open.length === 0 && indent <= brokenIndent) brokenIndent = Infinity;
    if (text[at] === '{' && (open.length > 0 || indent <= brokenIndent)) {
      const candidate: Candidate = { start: at, end: -1, indent, inner: [] };
      if (open.length === 0) brokenIndent = Infinity;
      open.push({ closer: '}', candidate });
      at++;
    }
    // The rest of the line, while a span is open.
    while (open.length > 0 && at < text.length && text[at] !== '\n') {
      const char = text[at]!;
      if (char === '"') {
        const end = endOfString(text, at);
        if (end < 0) {
          breakOff();
          break;
        }
        at = end;
        continue;
      }
      at++;
      if (char === '{' || char === '[') {
        open.push({ closer: char === '{' ? '}' : ']', candidate: null });
        if (open.length > MAX_DEPTH) breakOff();
      } else if (char === '}' || char === ']') {
        const last = open.pop()!;
        if (last.closer !== char) {
          open.push(last);
          breakOff();
        } else if (last.candidate !== null) {
          last.candidate.end = at;
          keep(outer()?.inner ?? roots, last.candidate);
        }
      } else if (!BETWEEN.has(char)) breakOff();
    }
    // A progress bar starts its line over with a carriage return.
    LINE_END.lastIndex = at;
    at = LINE_END.test(text) ? LINE_END.lastIndex : text.length;
  }
  breakOff();
  return roots;
}

/** The position after the closing quote; -1: the line or the text ends before it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '"') return at + 1;
    else if (char === '\n') return -1;
  }
  return -1;
}
