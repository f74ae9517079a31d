import { foldText } from '../../shown/clean-text.ts';
import type { Question } from '../../question/question.ts';

const SENTENCE_ENDS = /(?<=[.!?])\s+|(?<=[。！？]|\s⏎)\s*/u;
/** Words of one piece of a sentence that is too long. */
const PIECE = /(?:\S+\s*){1,10}/gu;

/**
 * One line of about `most` bytes: the complete text, or the sentences around the one that covers most of the question.
 * `…` marks omissions.
 */
export function snippet(text: string, question: Question, most: number): string {
  const folded = foldText(text);
  if (bytes(folded) <= most) return folded;
  const sentences = folded.split(SENTENCE_ENDS);
  const best = bestOf(sentences, question);
  const { [best]: sentence = '' } = sentences;
  if (bytes(sentence) <= most) return around(sentences, best, most);
  const pieces = (sentence.match(PIECE) ?? [sentence]).map((piece) => piece.trimEnd());
  const place = bestOf(pieces, question);
  if (bytes(pieces[place]!) <= most) return around(pieces, place, most);
  return `${cutTo(pieces[place]!, most - 4)} …`;
}

function around(parts: readonly string[], best: number, most: number): string {
  const line = (from: number, to: number): string =>
    `${from > 0 ? '… ' : ''}${parts.slice(from, to).join(' ')}${to < parts.length ? ' …' : ''}`;
  const fits = (from: number, to: number): boolean => bytes(line(from, to)) <= most;
  let [from, to] = [best, best + 1];
  for (;;) {
    // Text after a match answers more often than text before it.
    if (to < parts.length && fits(from, to + 1)) to++;
    else if (from > 0 && fits(from - 1, to)) from--;
    else return line(from, to);
  }
}

/** The first one with the most weight of the question. */
function bestOf(parts: readonly string[], { terms }: Question): number {
  const starts = terms.map(({ word, weight }) => ({
    start: word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))).toLowerCase(),
    weight,
  }));
  const worth = parts.map((part) => {
    const lower = part.toLowerCase();
    return starts.reduce((sum, { start, weight }) => sum + (lower.includes(start) ? weight : 0), 0);
  });
  return Math.max(0, worth.indexOf(Math.max(...worth)));
}

function cutTo(text: string, most: number): string {
  let end = Math.min(text.length, most);
  while (end > 0 && bytes(text.slice(0, end)) > most) end -= 1;
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
