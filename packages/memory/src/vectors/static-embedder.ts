/** A text as the weighted mean of its words' vectors: no model at run time, tens of thousands of texts per second. */
import type { Embedder } from '@hookloom/core';
import { STOP_WORDS } from '../search/stop-words.ts';
import { splitWords } from '../search/words.ts';
import { wordTable, type WordTable } from './word-table.ts';

/** Longer texts have many subjects. Only their beginning is used. */
const MAX_CHARS = 4000;

/**
 * @example (await createStaticEmbedder().embed(['a small cat']))[0] // near 'kitten', far from 'invoice'
 */
export function createStaticEmbedder(table: WordTable = wordTable()): Embedder {
  return {
    model: `static-v1:${table.hash}`,
    pace: 'instant',
    leastSimilarity: 0.3,
    embed: (texts) =>
      Promise.resolve(texts.map((text) => (isCodeText(text) ? null : meanOf(table, text)))),
  };
}

/**
 * A table of English words cannot represent code. Texts above this number of code characters per hundred count as code.
 */
const CODE_SIGNS = 3;

function isCodeText(text: string): boolean {
  const start = text.slice(0, MAX_CHARS);
  return (start.match(/[{}()[\]=;<>_]/g)?.length ?? 0) * 100 > CODE_SIGNS * start.length;
}

function meanOf(table: WordTable, text: string): Float32Array | null {
  const { dimensions, vectors, weights, placeOf } = table;
  const sum = new Float32Array(dimensions);
  let known = 0;
  for (const word of new Set(splitWords(text.slice(0, MAX_CHARS)))) {
    const place = STOP_WORDS.has(word) ? undefined : placeOf.get(word);
    if (place === undefined) continue;
    known++;
    const from = place * dimensions;
    let squares = 0;
    for (let d = 0; d < dimensions; d++) squares += vectors[from + d]! ** 2;
    const weight = weights[place]! / (Math.sqrt(squares) || 1);
    for (let d = 0; d < dimensions; d++) sum[d]! += weight * vectors[from + d]!;
  }
  return known === 0 ? null : sum;
}
