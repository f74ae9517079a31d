/** The text of a statement in a context: without words that say nothing, and short. */

const MAX_CHARS = 220;
/** A cut text has at least this many characters. */
const MIN_CHARS = 110;
const LEAST_WITHOUT_OPENING = 20;
/** Of a question with its answer. */
const QUESTION_SHARE = 0.6;

/** What people and assistants say before they say something. */
const OPENING =
  /^(?:(?:(?:so|and|but|then|ok(?:ay)?|k|u+h*m+|h+m+|ah|oh|well|ach|na ja|naja)(?:[\s,.!:;…—–-]+)(?:then\s+)?)|(?:yes|yep|yeah|great|perfect|exactly|right|done|good (?:catch|point|question|call|idea)|you['’]re (?:absolutely |completely )?(?:right|correct)|great question|of (?:important )?note|important|in particular|also|basically|by the way|btw|as i said|ja|genau|gut|stimmt|übrigens|außerdem|alors|bon|bueno|vale|ну|так|好的?|嗯)\s*[,.!:;…—–-]+\s*(?:and\s+)?)+/i;

/** Announces the finding that follows. */
const LEAD =
  /^(?:however[,:]?\s+|(?:please )?(?:remember|note)(?: that)?[:,]?\s+|looking at the [^,.]{3,40},\s+|(?:before you \w+, )?let me (?:point out|clarify)(?: that)?[:,]?\s+|(?:i (?:see|found|confirmed|noticed) )(?:that )|(?:discovered |found |identified )?(?:the )?(?:real |actual )?(?:issue|problem|root cause|cause) (?:is|was)(?: clear)?(?::| that)\s+|(?:discovered |found |identified )?(?:the )?root causes?:\s+|das problem (?:ist|war)(?::|, dass)\s+|die ursache:\s+)+/i;

/** @example withoutOpening('ok so, the cache is Redis') // 'the cache is Redis' */
export function withoutOpening(text: string): string {
  const rest = text.replace(OPENING, '').replace(LEAD, '');
  return rest.length < LEAST_WITHOUT_OPENING ? text : rest;
}

/** Ends at a sentence, otherwise before a bracket, otherwise at a word. */
export function shortened(text: string, most = MAX_CHARS): string {
  if (text.length <= most) return text;
  const at = text.indexOf(' → ');
  if (at > 0) return withAnswer(text.slice(0, at), text.slice(at), most);
  const part = text.slice(0, most - 1).toWellFormed();
  const sentence = lastIndexOf(part, /[.!?。]["”’)]?(?=\s)/g);
  if (sentence >= MIN_CHARS) return part.slice(0, sentence);
  const bracket = part.lastIndexOf(' (');
  if (bracket >= MIN_CHARS && !part.includes(')', bracket)) return `${part.slice(0, bracket)} …`;
  return atWord(part);
}

/** The question may lose its beginning, never the answer its name. */
function withAnswer(question: string, answer: string, most: number): string {
  const room = Math.max(most - answer.length, Math.floor(most * QUESTION_SHARE));
  const asked =
    question.length <= room
      ? question
      : `…${question.slice(question.length - room + 1).toWellFormed()}`;
  const left = most - asked.length;
  return `${asked}${answer.length <= left ? answer : atWord(answer.slice(0, left - 1).toWellFormed())}`;
}

function atWord(part: string): string {
  const word = part.lastIndexOf(' ');
  return `${(word >= part.length / 2 ? part.slice(0, word) : part).replace(/[\s,;:–—-]+$/, '')}…`;
}

function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}
