/** The write gate: finds forgotten texts in events before they are written and masks them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { compactText } from './compact-text.ts';
import { combinations, COMPARED, decisiveIn, sentencesOf } from './decisive.ts';
import { compactEvent, isLabel } from './gate-values.ts';
import { digestOf, prefixHashes, printAt, type GateEntry } from './gate-entry.ts';

/** Replaces a forgotten text. */
export const FORGOTTEN = '[FORGOTTEN]';

/** Types that must stay unchanged for the log to verify. */
const OPEN_TYPES: ReadonlySet<string> = new Set(['memory.forgotten', 'log.recovered']);

export interface Masked {
  payload: JsonObject;
  actorId: string;
  /** JSON paths of the masked texts; empty: none was found. */
  paths: string[];
}

export interface Gate {
  /** Masks the texts that the payload must not bring back. Returns the same object if none was found. */
  mask(event: { type: string; actorId: string; payload: JsonObject }): Masked;
  /** Masks one text. */
  maskText(text: string): string;
}

export function createGate(entries: readonly GateEntry[]): Gate {
  const parts = byLength(entries, 'span');
  const wholes = byLength(entries, 'whole');
  const events = byLength(entries, 'event');
  const pairs = byLength(entries, 'pair');

  function maskText(original: string): string {
    const compact = compactText(original);
    const { text, from, to, begins, ends } = compact;
    if (text === '') return original;
    const hashes = prefixHashes(text);
    if (isIn(wholes, text, hashes)) return FORGOTTEN;
    const spans: [start: number, end: number][] = [];
    for (const [length, known] of parts) {
      for (let at = 0; at + length <= text.length; at++) {
        if (begins[at] === 0 || ends[at + length - 1] === 0) continue;
        if (matches(known, text, hashes, at, length)) spans.push([from[at]!, to[at + length - 1]!]);
      }
    }
    if (pairs.length > 0) spans.push(...inOtherWords(original, pairs));
    return spans.length === 0 ? original : replaced(original, spans);
  }

  function maskValue(value: JsonValue, path: string, paths: string[]): JsonValue {
    if (typeof value === 'string') {
      const masked = maskText(value);
      if (masked !== value) paths.push(path);
      return masked;
    }
    if (typeof value === 'number') {
      if (!holds(String(value))) return value;
      paths.push(path);
      return FORGOTTEN;
    }
    if (Array.isArray(value))
      return value.map((item, at) => maskValue(item, `${path}[${at}]`, paths));
    return isJsonObject(value) ? maskObject(value, path, paths) : value;
  }

  function maskObject(object: JsonObject, path: string, paths: string[]): JsonObject {
    const masked: JsonObject = {};
    for (const [key, value] of Object.entries(object)) {
      const name = maskText(key);
      if (name !== key) paths.push(`${path}.${name}`);
      Object.defineProperty(masked, name, {
        value: maskValue(value, `${path}.${name}`, paths),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return masked;
  }

  const holds = (text: string): boolean => maskText(text) !== text;

  return {
    maskText,
    mask({ type, actorId, payload }) {
      if (entries.length === 0 || OPEN_TYPES.has(type)) return { payload, actorId, paths: [] };
      const all = events.length === 0 ? '' : compactEvent(payload);
      if (all !== '' && isIn(events, all, prefixHashes(all)))
        return {
          payload: maskObject(emptied(payload), '$', []),
          actorId: maskText(actorId),
          paths: ['$'],
        };
      const paths: string[] = [];
      const masked = maskObject(payload, '$', paths);
      const actor = maskText(actorId);
      if (actor !== actorId) paths.push('actorId');
      return paths.length === 0
        ? { payload, actorId, paths }
        : { payload: masked, actorId: actor, paths };
    },
  };
}

/** Entries of one kind by length, and then by print. */
type Known = ReadonlyMap<number, GateEntry[]>;

function byLength(entries: readonly GateEntry[], wanted: GateEntry['kind']): [number, Known][] {
  const lengths = new Map<number, Map<number, GateEntry[]>>();
  for (const entry of entries) {
    if (entry.kind !== wanted) continue;
    const prints = lengths.get(entry.length) ?? new Map<number, GateEntry[]>();
    lengths.set(entry.length, prints);
    prints.set(entry.print, [...(prints.get(entry.print) ?? []), entry]);
  }
  return [...lengths];
}

/** About 0.1 s of work for a hook: the rest of a longer text is compared only word for word. */
const MAX_SENTENCES = 1000;

/** Sentences that repeat what was forgotten. */
function inOtherWords(original: string, pairs: readonly [number, Known][]): [number, number][] {
  return sentencesOf(original)
    .slice(0, MAX_SENTENCES)
    .flatMap(({ start, end, text }) => {
      for (const key of combinations(decisiveIn(text), COMPARED))
        if (isIn(pairs, key, prefixHashes(key))) return [[start, end]];
      return [];
    });
}

function isIn(known: readonly [number, Known][], text: string, hashes: Int32Array): boolean {
  const same = known.find(([length]) => length === text.length);
  return same !== undefined && matches(same[1], text, hashes, 0, text.length);
}

function matches(known: Known, text: string, hashes: Int32Array, at: number, length: number) {
  const likely = known.get(printAt(hashes, at, length));
  if (likely === undefined) return false;
  const part = text.slice(at, at + length);
  return likely.some(({ salt, digest }) => digestOf(salt, part) === digest);
}

/** Spans that touch or overlap become one mark. */
function replaced(original: string, spans: [start: number, end: number][]): string {
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let text = '';
  let rest = '';
  let done = 0;
  let end = -1;
  for (const [start, to] of spans) {
    if (start > end) {
      if (end >= 0) text += FORGOTTEN;
      text += original.slice(done, start);
      rest += original.slice(done, start);
    }
    end = Math.max(end, to);
    done = end;
  }
  // Otherwise only a full stop would remain next to it.
  if (compactText(rest + original.slice(done)).text === '') return FORGOTTEN;
  return text + FORGOTTEN + original.slice(done);
}

/** The shape and the labels without the texts. */
function emptied(value: JsonObject): JsonObject {
  const empty = (item: JsonValue): JsonValue => {
    if (typeof item === 'string' || typeof item === 'number') return FORGOTTEN;
    if (Array.isArray(item)) return item.map(empty);
    return isJsonObject(item) ? emptied(item) : item;
  };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isLabel(key) ? item : empty(item)]),
  );
}
