/** The table of word vectors in the package (made by scripts/make-word-vectors.mjs). */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '@hookloom/core';

export interface WordTable {
  dimensions: number;
  /** First 12 hex characters of the digest of the table. */
  hash: string;
  placeOf: ReadonlyMap<string, number>;
  /** The weight of a word in a text, 0 to 255: low for common words. */
  weights: Uint8Array;
  /** `dimensions` bytes per word, in the order of `placeOf`. */
  vectors: Int8Array;
}

/** Beside this file in the sources, and beside the bundle in the package. */
const SHIPPED = new URL('./word-vectors.bin', import.meta.url);

const loaded = new Map<string, WordTable>();

/** Read once per process. Throws if the file is missing. */
export function wordTable(file = fileURLToPath(SHIPPED)): WordTable {
  let table = loaded.get(file);
  if (table === undefined) loaded.set(file, (table = parse(fs.readFileSync(file))));
  return table;
}

function parse(bytes: Buffer): WordTable {
  const headBytes = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, 4 + headBytes)) as {
    dimensions: number;
    words: string;
  };
  const words = head.words.split(' ');
  const at = 4 + headBytes;
  return {
    dimensions: head.dimensions,
    hash: sha256Hex(bytes).slice(0, 12),
    placeOf: new Map(words.map((word, place) => [word, place])),
    weights: new Uint8Array(bytes.buffer, bytes.byteOffset + at, words.length),
    vectors: new Int8Array(
      bytes.buffer,
      bytes.byteOffset + at + words.length,
      words.length * head.dimensions,
    ),
  };
}
