/** Which cue tables a turn is read with. */
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ru } from './ru.ts';
import type { CueTable } from './table.ts';
import { zh } from './zh.ts';

/** Characters of a turn that are read to detect its language. */
const SAMPLE = 600;
/** A second language is also read if it has at least this share of the function words. */
const MIXED = 0.35;

/** At least one function word in this many characters. */
const PLAIN_ENGLISH = 25;

const WITHOUT_LITTLE_WORDS = 80;

const LATIN = [en, de, fr, es];
/** A cheap check that is true for every text in another script; typographic quotes and arrows do not count. */
const OTHER_SCRIPT = /[\u0400-\u1fff\u2de0-\uffff]/;

/**
 * The tables whose function words the text contains: most turns have one. None for a longer text without any: it is not
 * prose.
 */
export function tablesFor(text: string): CueTable[] {
  const sample = text.slice(0, SAMPLE);
  const found: CueTable[] = [];
  if (OTHER_SCRIPT.test(sample)) {
    if (/\p{Script=Han}{2}/u.test(sample)) found.push(zh);
    if (/\p{Script=Cyrillic}{3}/u.test(sample)) found.push(ru);
  }
  // Most turns are clearly English, and reading the other tables would double the cost.
  const english = sample.match(en.words)?.length ?? 0;
  if (english * PLAIN_ENGLISH > sample.length) return [...found, en];
  const counts = LATIN.map(({ words }) => sample.match(words)?.length ?? 0);
  const most = Math.max(...counts);
  if (most === 0)
    return found.length > 0 || sample.length > WITHOUT_LITTLE_WORDS ? found : [en, de];
  for (const [at, count] of counts.entries())
    if (count === most || (count >= 3 && count >= most * MIXED)) found.push(LATIN[at]!);
  return found;
}
