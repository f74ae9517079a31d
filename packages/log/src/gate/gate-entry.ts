/**
 * What the gate stores for a forgotten text: its length, 16 bits to find it by, and a salted digest. It never stores
 * the text.
 */
import { sha256Hex } from '@hookloom/core';

/**
 * `span`: anywhere in a text · `whole`: only a text with no other content · `event`: all texts of an event together ·
 * `pair`: a sentence that contains these tokens (`decisive.ts`).
 */
export type EntryKind = 'span' | 'whole' | 'event' | 'pair';

export interface GateEntry {
  kind: EntryKind;
  /** Characters of the compact text. */
  length: number;
  /** See `printOf`. */
  print: number;
  salt: string;
  /** `sha256:` + 64 hex over salt and compact text. */
  digest: string;
}

/** Hashes of all prefixes of a text, so that the hash of any part of it is one subtraction. */
export function prefixHashes(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  for (let at = 0; at < text.length; at++)
    hashes[at + 1] = (Math.imul(hashes[at]!, FACTOR) + text.charCodeAt(at)) | 0;
  return hashes;
}

const FACTOR = 0x01000193;
const powers: number[] = [1];

function power(of: number): number {
  while (powers.length <= of) powers.push(Math.imul(powers.at(-1)!, FACTOR) | 0);
  return powers[of]!;
}

/** 16 bits of a part of a text: too few to reveal what was forgotten, enough to skip nearly everything else. */
export function printAt(hashes: Int32Array, start: number, length: number): number {
  const hash = (hashes[start + length]! - Math.imul(hashes[start]!, power(length))) | 0;
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 16;
}

export function digestOf(salt: string, compact: string): string {
  return `sha256:${sha256Hex(`${salt}\n${compact}`)}`;
}

/** @param compact Text of `compactText`, or of `compactEvent` for an event. */
export function gateEntry(kind: EntryKind, compact: string, salt: string): GateEntry {
  const { length } = compact;
  const print = printAt(prefixHashes(compact), 0, length);
  return { kind, length, print, salt, digest: digestOf(salt, compact) };
}

/** One line of the gate file. */
export function entryLine({ kind, length, print, salt, digest }: GateEntry): string {
  return `${kind} ${length} ${print} ${salt} ${digest}`;
}

const LINE = /^(span|whole|event|pair) ([1-9]\d{0,6}) (\d{1,5}) (\S{8,100}) (sha256:[0-9a-f]{64})$/;

/** Null for a line that was torn or changed. */
export function parseEntry(line: string): GateEntry | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const [, kind, length, print, salt, digest] = match;
  return {
    kind: kind as EntryKind,
    length: Number(length),
    print: Number(print),
    salt: salt!,
    digest: digest!,
  };
}
