/** Which of the worker's prepared lines are relevant to a prompt: by words that both contain and few lines contain. */

export interface PromptLine {
  /** The event that it cites. */
  seq: number;
  text: string;
  /** `[start, end)` of the event's line in the log, and the SHA-256 of its bytes when it was verified. */
  at: [start: number, end: number];
  sha256: string;
  /** The session start already contains it. */
  isStarted?: true;
}

export const MOST = 5;
const MAX_CHARS = 8_000;
/** The shares of the weight of a prompt's words that a line must contain: with two distinctive words, and with one. */
const LEAST = 0.2;
const LEAST_OF_ONE = 0.4;
/**
 * Alternatively, the share of the weight of the line's own words, because a long prompt may contain a complete
 * statement.
 */
const LEAST_OF_LINE = 0.3;
/** The share of the weight of the best line. */
const LEAST_OF_BEST = 0.75;
const SAME = 0.75;
const FEWEST_LINES = 20;
/** The weight below which a word says little about a subject. */
const LITTLE_WEIGHT = 0.3;

const NO_WORDS = wordsIn(
  'the and for with that this from have what when where which into then than them they been were will would could should about please make does did how why are was not you your our can all any out use',
);
/** Words of nearly every prompt to a coding agent. */
const LITTLE = stemsOf(
  'let run test fix typo thank need want file code change update know good show new just like also now get next thing way line time function write remember talk open pull request commit push implement create look check start see current project session question answer option approach add work',
);

/** Question words in the languages of the cue tables. Other questions are recognised by their question mark. */
const QUESTION =
  /[?？]\s*$|[吗呢]\s*$|^\s*(?:how|what|which|where|when|who|whose|why|do|does|did|is|are|was|were|can|could|should|may|will|has|have|wie|was|wo|wann|wer|warum|welche\S*|как\S*|почему|где|что|кто|когда|сколько)(?=\s)/iu;
/** A longer prompt describes a task, and is similar to any earlier work. */
const MAX_QUESTION = 240;
/** A question with fewer content words could be about anything. */
const LEAST_TELLING = 3;

/** Whether to compare by meaning. Other prompts are instructions, which are similar to any earlier work. */
export function isSpecificQuestion(prompt: string): boolean {
  if (prompt.length > MAX_QUESTION || !QUESTION.test(prompt)) return false;
  return [...stemsOf(prompt)].filter((word) => !LITTLE.has(word)).length >= LEAST_TELLING;
}

/** Best first; empty if no line is relevant that the session start does not already contain. */
export function relevantLines(prompt: string, lines: readonly PromptLine[]): PromptLine[] {
  const asked = [...stemsOf(prompt)];
  if (asked.length < 2 || asked.every((word) => LITTLE.has(word))) return [];
  const held = lines.map((line) => ({ line, words: stemsOf(line.text.replace(/^\d+ /, '')) }));
  const counts = new Map<string, number>();
  for (const { words } of held)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const all = Math.max(lines.length, FEWEST_LINES);
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words)
      sum +=
        Math.log(1 + all / ((counts.get(word) ?? 0) + 0.5)) *
        (LITTLE.has(word) ? LITTLE_WEIGHT : 1);
    return sum;
  };
  const whole = weigh(asked);
  const found = held.flatMap((each) => {
    const shared = asked.filter((word) => each.words.has(word));
    const telling = shared.filter((word) => !LITTLE.has(word)).length;
    if (shared.length < 2 || telling === 0) return [];
    const weight = weigh(shared);
    const bears =
      telling > 1
        ? weight >= LEAST * whole || weight >= LEAST_OF_LINE * weigh(each.words)
        : weight >= LEAST_OF_ONE * whole;
    return bears ? [{ ...each, weight }] : [];
  });
  const best = Math.max(...found.map(({ weight }) => weight));
  const kept: typeof found = [];
  for (const each of found.toSorted((a, b) => b.weight - a.weight || b.line.seq - a.line.seq))
    if (each.weight >= LEAST_OF_BEST * best && !kept.some(({ words }) => isSame(words, each.words)))
      kept.push(each);
  return kept
    .map(({ line }) => line)
    .filter(({ isStarted }) => isStarted !== true)
    .slice(0, MOST);
}

/** Words of three letters and more without the endings of their forms. Names are split into their parts. */
function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of wordsIn(text.slice(0, MAX_CHARS).replace(/([a-z0-9])([A-Z])/g, '$1 $2')))
    if (!NO_WORDS.has(word))
      stems.add(word.replace(/(?<=...)(ies|es|s|ed|ing|e|y)$/, '').slice(0, 7));
  return stems;
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  const shared = [...small].filter((word) => large.has(word)).length;
  return small.size > 2 && shared >= SAME * small.size;
}
