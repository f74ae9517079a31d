/** The packaged encoder. It reads the beginning of a text together with the kinds of the things that the text names. */
import type { Embedder } from '@hookloom/core/events';
import { gloss, GLOSS_VERSION } from '@hookloom/memory';
import { readAnswers, readOdds } from './learned-files.ts';

/** A longer text has many subjects and is slow, so only its beginning is read. */
const READ_CHARS = 400;

export function createGlossedEmbedder(encoder: Embedder, dir: string): Embedder {
  const glossed = (text: string): string =>
    text.length > READ_CHARS ? text.slice(0, READ_CHARS).toWellFormed() : gloss(text);
  const oddsOfRecord = readOdds(dir);
  const answerDirection = readAnswers(dir);
  return {
    model: `${encoder.model}+${GLOSS_VERSION}`,
    readChars: READ_CHARS,
    embed: (texts, signal) => encoder.embed(texts.map(glossed), signal),
    /** A question may name kinds itself, so its vector is between that of its own words and that with kinds. */
    async ask(question, signal) {
      const plain = question.slice(0, READ_CHARS).toWellFormed();
      const more = glossed(question);
      if (more === plain) return (await encoder.embed([plain], signal))[0] ?? null;
      const [one, other] = await encoder.embed([plain, more], signal);
      return one && other ? one.map((value, d) => value + other[d]!) : null;
    },
    ...(oddsOfRecord && { oddsOfRecord }),
    ...(answerDirection && { answerDirection }),
  };
}
