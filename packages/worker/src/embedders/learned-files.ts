/** What was learned about the vectors of the packaged encoder, from the files next to its weights. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Embedder } from '@hookloom/core/events';
import { z } from 'zod';

/** Written by `scripts/fit-odds.mjs`. */
const oddsShape = z.object({ start: z.number(), scale: z.number(), weights: z.array(z.int()) });

/** A linear classifier of question vectors; undefined if its file is missing or damaged. */
export function readOdds(dir: string): Embedder['oddsOfRecord'] {
  try {
    const text = readFileSync(path.join(dir, 'odds-of-record.json'), 'utf8');
    const { start, scale, weights } = oddsShape.parse(JSON.parse(text));
    return (question) => {
      if (question.length !== weights.length) return 0;
      const length = Math.hypot(...question) || 1;
      const sum = question.reduce((all, value, d) => all + value * weights[d]!, 0);
      return start + (scale * sum) / length;
    };
  } catch {
    return undefined;
  }
}

/** Written by `scripts/fit-answers.mjs`. */
const answersShape = z.object({
  rank: z.int().positive(),
  cosine: z.number(),
  scale: z.number(),
  asked: z.base64(),
  answering: z.base64(),
});

/** A bilinear form of low rank over the directions of both vectors; undefined if its file is missing or damaged. */
export function readAnswers(dir: string): Embedder['answerDirection'] {
  try {
    const text = readFileSync(path.join(dir, 'answers.json'), 'utf8');
    const { rank, cosine, scale, ...matrices } = answersShape.parse(JSON.parse(text));
    const [asked, answering] = [bytesOf(matrices.asked), bytesOf(matrices.answering)];
    return (question) => {
      const width = question.length;
      if (asked.length !== rank * width || answering.length !== rank * width) return undefined;
      const length = Math.sqrt(question.reduce((sum, value) => sum + value * value, 0)) || 1;
      const direction = question.map((value) => (cosine * value) / length);
      for (let r = 0; r < rank * width; r += width) {
        let sum = 0;
        for (let d = 0; d < width; d++) sum += asked[r + d]! * question[d]!;
        for (let d = 0; d < width; d++) direction[d]! += (scale * sum * answering[r + d]!) / length;
      }
      return direction;
    };
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Int8Array {
  return Int8Array.from(Buffer.from(base64, 'base64'));
}
