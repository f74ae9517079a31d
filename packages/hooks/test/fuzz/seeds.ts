/**
 * Payloads to begin with: the recorded and documented ones of the repository, and those of a folder that
 * `HOOKLOOM_FUZZ_CORPUS` names (`<client>/<event>.json`). `npm run fuzz:hooks` says how many are tried, and with which seed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES, type ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { damaged, mutate, pick, seeded } from './mutate.ts';

export interface Seed {
  payload: JsonObject;
  /** Set if the command names the event. */
  nativeEvent?: string;
}

/** Payloads of each client: as many as the usual suite has time for, or its share of the requested number. */
export const PAYLOADS = Math.ceil(
  asked('PAYLOADS', 500 * CLIENT_NAMES.length) / CLIENT_NAMES.length,
);
export const PROCESSES = asked('PROCESSES', 24);
const SEED = asked('SEED', 0);

function asked(name: string, usual: number): number {
  return Number(process.env[`HOOKLOOM_FUZZ_${name}`] ?? usual);
}

/** Other numbers with another `HOOKLOOM_FUZZ_SEED`. */
export function seededBy(number: number): () => number {
  return seeded(number + SEED);
}

export function seedsOf(client: ClientName): Seed[] {
  const dir = path.resolve(import.meta.dirname, '../../src/clients', client, 'fixtures');
  const lines = fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => fs.readFileSync(path.join(dir, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
  return [...lines.map((line) => JSON.parse(line) as Seed), ...corpusOf(client)];
}

function corpusOf(client: ClientName): Seed[] {
  const corpus = process.env['HOOKLOOM_FUZZ_CORPUS'];
  const dir = path.join(corpus ?? '', client);
  if (!corpus || !fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
    .map((name) => ({
      payload: JSON.parse(fs.readFileSync(path.join(dir, name), 'utf8')) as JsonObject,
      nativeEvent: name.split('.')[0]!,
    }));
}

/** A payload as bytes, damaged in its values, its text or its bytes. */
export function fuzzed(seeds: readonly Seed[], random: () => number): Buffer {
  let text = JSON.stringify(mutate(pick(seeds, random).payload, random));
  const choice = random();
  if (choice < 0.5) return Buffer.from(text);
  if (choice < 0.6) text = text.replace(/"(\w+_name|\w+Name)":"/g, `"$1":"${pick(HALVES, random)}`);
  else if (choice < 0.7) text = `${pick(BEFORE, random)}${text}${pick(AFTER, random)}`;
  else if (choice < 0.9)
    for (let hits = Math.floor(random() * 4); hits >= 0; hits--) text = damaged(text, random);
  const bytes = Buffer.from(text);
  if (choice < 0.95) return bytes;
  // Bytes that are not UTF-8, and ends in the middle of a character.
  for (let hits = 0; hits < 3; hits++)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes.subarray(0, Math.ceil(random() * bytes.length));
}

/** Written into names: a lone surrogate, control characters, a text that is too long for a name. */
const HALVES = [
  String.raw`\ud83d`,
  String.raw`\udc00x`,
  String.raw`\u0000`,
  String.raw`\u001b[2J`,
  'x'.repeat(600),
  '\u202e',
  ' ',
];
const BEFORE = ['\uFEFF', '\n\n', ' ', '{"session_id":"other",', '['.repeat(700)];
const AFTER = ['\n', '   ', '}', '\u0000', ']'.repeat(700), '{"a":1}'];
