/** The packaged encoder: reads the beginning of a text together with the kinds of what it names. */
import type { Embedder } from '@hookloom/core';
import { gloss, GLOSS_VERSION } from '@hookloom/memory/vectors/gloss';

/** A longer text has many subjects and takes long: only its beginning is read, as it is. */
const READ_CHARS = 400;

export function createGlossedEmbedder(encoder: Embedder): Embedder {
  const glossed = (text: string): string =>
    text.length > READ_CHARS ? text.slice(0, READ_CHARS).toWellFormed() : gloss(text);
  return {
    model: `${encoder.model}+${GLOSS_VERSION}`,
    embed: (texts, signal) => encoder.embed(texts.map(glossed), signal),
    /** A question names kinds itself: its vector lies between its own words and its glossed form. */
    async ask(question, signal) {
      const plain = question.slice(0, READ_CHARS).toWellFormed();
      const more = glossed(question);
      if (more === plain) return (await encoder.embed([plain], signal))[0] ?? null;
      const [one, other] = await encoder.embed([plain, more], signal);
      return one && other ? one.map((value, d) => value + other[d]!) : null;
    },
  };
}
