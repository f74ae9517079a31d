/**
 * Reads the JSON answer of a handler from everything its shell printed: a profile's greeting, progress lines, log
 * lines. Clients lose a deny in such output, but here it must count. Linear in the text; never throws.
 */
import { attempt, type JsonObject, isJsonObject } from '@hookloom/core';

export type Answered =
  | { kind: 'empty' }
  /**
   * `noise` is the text around the object as it was printed (`noiseLine` shortens it), or null. `earlier`: the last complete objects before it, in
   * order; a program that logs JSON after its answer must not hide the answer.
   */
  | { kind: 'json'; value: JsonObject; noise: string | null; earlier?: JsonObject[] }
  /** Neither JSON nor anything similar. */
  | { kind: 'text'; text: string }
  /** Begins like JSON but is not. */
  | { kind: 'broken'; text: string };

/** How many objects before the answer are returned. */
const MAX_EARLIER = 64;

/**
 * @example readJsonAnswer('Welcome!\n{"decision":"block"}\n')
 * // → { kind: 'json', value: { decision: 'block' }, noise: 'Welcome!' }
 */
export function readJsonAnswer(stdout: string): Answered {
  const text = stdout.replace(/^\uFEFF/, '');
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const whole = parseObject(trimmed);
  if (whole !== null) return { kind: 'json', value: whole, noise: null };
  const found = findObjects(text, MAX_EARLIER + 1);
  const last = found.at(-1);
  if (last !== undefined) {
    const earlier = found.slice(0, -1).map(({ value }) => value);
    const around = `${text.slice(0, last.start)} ${text.slice(last.end)}`;
    return {
      kind: 'json',
      value: last.value,
      noise: around.trim() === '' ? null : around,
      ...(earlier.length === 0 ? {} : { earlier }),
    };
  }
  return /^[ \t]*\{/m.test(text)
    ? { kind: 'broken', text: trimmed }
    : { kind: 'text', text: trimmed };
}

export type Chosen =
  | {
      kind: 'object';
      value: JsonObject;
      noise: string | null;
      /** The other objects: a refusal in one of them must not be lost. */
      others: JsonObject[];
    }
  | { kind: 'empty' | 'text' | 'broken' };

/**
 * Picks the answer among the objects that a hook printed: the last one with one of these fields. JSON log lines around
 * it have none of them. In plain text, objects without these fields are part of the text, unless the client takes any
 * object for the answer.
 */
export function chooseAnswer(stdout: string, fields: readonly string[], takesAny = false): Chosen {
  const read = readJsonAnswer(stdout);
  if (read.kind !== 'json') return { kind: read.kind };
  const all = [...(read.earlier ?? []), read.value];
  const value = all.findLast((one) => fields.some((field) => Object.hasOwn(one, field)));
  if (value === undefined && read.noise !== null && !takesAny) return { kind: 'text' };
  return {
    kind: 'object',
    value: value ?? read.value,
    noise: read.noise,
    others: all.filter((one) => one !== (value ?? read.value)),
  };
}

const CLAUDE_FIELDS = [
  'decision',
  'hookSpecificOutput',
  'permissionDecision',
  'continue',
  'systemMessage',
  'suppressOutput',
];

/** The fields for clients that read Claude Code's answers. */
export function chooseClaudeAnswer(stdout: string): Chosen {
  return chooseAnswer(stdout, CLAUDE_FIELDS, true);
}

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

/**
 * Finds the complete JSON objects that begin a line of a text. One pass and a bounded amount of parsing for any text:
 * brackets are matched first, and no JSON string spans lines, so each line begins outside of one.
 *
 * @param most The last so many, in their order. Of nested ones, the outermost that is an object.
 */
function findObjects(text: string, most: number): FoundObject[] {
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
function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  return attempt(() => {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !isTooDeep(value) ? value : null;
  });
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
    if (list.length > MAX_CANDIDATES) list.shift();
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

export function brokenNote(truncated: boolean): string {
  return truncated
    ? 'Its output was too long and was cut, so the JSON is incomplete.'
    : 'It printed JSON that cannot be parsed.';
}
