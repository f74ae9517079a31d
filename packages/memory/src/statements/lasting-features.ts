/**
 * The features of a sentence for the linear model: its words, their neighbours, its first and last word, its length,
 * its cue.
 */

const MAX_CHARS = 420;
const MAX_TOKENS = 40;
const TOKEN = /\p{Script=Han}|[\p{L}\p{M}\p{N}_]+(?:['’.\-/:@][\p{L}\p{N}_]+)*|[^\s]/gu;
const NUMBER = /^\d[\d.,:]*$/;
const NAME = /[/@_:]|\.\w/;
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

/** @param cue The result of the cues for the sentence: a kind, `step`, `supposed`, or `none`. */
export function featuresOf(tokens: readonly string[], cue: string): string[] {
  const found = [
    'any',
    `cue ${cue}`,
    `length ${Math.min(8, Math.floor(1.5 * Math.log2(1 + tokens.length)))}`,
    `first ${tokens[0]}`,
    `begins ${tokens[0]} ${tokens[1]}`,
    `last ${tokens.at(-1)}`,
  ];
  for (const [at, token] of tokens.entries()) {
    found.push(token);
    if (at > 0) found.push(`${tokens[at - 1]} ${token}`);
    if (at > 1) found.push(`${tokens[at - 2]} … ${token}`);
    if (token.length > 5) found.push(`ends ${token.slice(-3)}`);
  }
  return [...new Set(found)];
}

/** Lower case; numbers and names are separate classes. */
export function tokensOf(text: string): string[] {
  const found: string[] = [];
  for (const [raw] of text.slice(0, MAX_CHARS).matchAll(TOKEN)) {
    if (found.length >= MAX_TOKENS) break;
    const token = raw.toLowerCase().replace(/['’]/g, '');
    if (NUMBER.test(token)) found.push('<number>');
    else if (/^\d/.test(token)) found.push('<amount>');
    else if (NAME.test(token) || INNER_CAPITAL.test(raw)) found.push('<name>');
    else found.push(token);
  }
  return found;
}
