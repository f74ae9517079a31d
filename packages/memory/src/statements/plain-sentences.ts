/** The sentences of a person's turn that assert something, whether or not they are statements. */
import { proseOf } from './blocks.ts';
import { sentencesOf } from './sentences.ts';

const MAX_CHARS = 4_000;
const MAX_SENTENCES = 20;
const MAX_SENTENCE = 240;

/** Ends the work of the day. */
const CLOSES =
  /^(?:(?:ok(?:ay)?|alright|so|und)[, ]+)?(?:let['’]?s (?:stop|call it)|(?:that['’]?s|this is) (?:it|all|enough)(?: for)?|enough for|für heute (?:reicht|ist|war)|das (?:war|reicht)['’]?s|feierabend|schluss für)(?!\p{L})/iu;

export function closesTheDay(text: string): boolean {
  return CLOSES.test(text);
}

export function plainSentences(text: string): string[] {
  return sentencesOf(proseOf(text.slice(0, MAX_CHARS), true))
    .filter(
      ({ text: said, isQuestion }) =>
        !isQuestion && said.length <= MAX_SENTENCE && !CLOSES.test(said),
    )
    .slice(0, MAX_SENTENCES)
    .map(({ text: said }) => said);
}
