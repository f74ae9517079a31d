/** Secrets in sentences: `the password for staging is …`, `API key provided: …`, `use … as password`. */
import type { Secrecy } from './judge-name.ts';
import { isRandom } from './randomness.ts';
import { isMixedSoon } from './mixed-text.ts';
import { isSpokenSecret } from './spoken-secret.ts';
import { isSaidAs, R } from './words.ts';

const OPENING = R`["'\x60“‘«「『]?`;
const VALUE = R`([^\s"'\x60<>,;|{}“”‘’«»「」『』]{6,256})`;
/** `for the staging server`, `on db1`, `von Anna`. */
const WHOSE = R`(?: (?:for|of|to|on|at|in|from|de|del|da|do|di|du|für|von|pour|para|per|dla|voor)(?: [\w.@/-]{1,32}){1,3}?)?`;
const IS = R`(?:\s{0,3}[:=：＝]| (?:is|was|are|will be|should be|ist|war|lautet|es|era|est|é|è|era|jest|är|er|to|equals)(?: now| still| set to| currently)?:?| ?(?:это|[—–-])| (?:provided|given|supplied|received|used|entered|sent|found):?)`;

interface Patterns {
  /** With a verb between them. */
  told: RegExp;
  /** Next to each other. */
  beside: RegExp;
  before: RegExp;
}
let patterns: Patterns | undefined;

function compiled(): Patterns {
  return (patterns ??= {
    told: new RegExp(`(?:${WHOSE}${IS}|:) {0,4}${OPENING}${VALUE}`, 'iyu'),
    beside: new RegExp(R`[ \t]{1,4}(?:for \w{1,32}:? )?${OPENING}${VALUE}`, 'iyu'),
    before: new RegExp(
      `(?:^|[\\s"'\`])${VALUE}["'\`”’»]? as (?:the |a |my |our |its |your )?(?:\\w{1,16} )?$`,
      'iu',
    ),
  });
}

export function saidAfter(text: string, nameEnd: number, secrecy: Secrecy) {
  if (secrecy < 2 || !isMixedSoon(text.slice(nameEnd, nameEnd + 96))) return null;
  const { told, beside } = compiled();
  for (const pattern of [told, beside]) {
    pattern.lastIndex = nameEnd;
    const value = pattern.exec(text)?.[1];
    if (value === undefined) continue;
    const start = pattern.lastIndex - value.length;
    const said = trimmed(value);
    if (isSaid(said, secrecy, pattern === beside)) return { start, end: start + said.length };
  }
  return null;
}

/** `use … as password`. */
export function saidBefore(
  text: string,
  nameStart: number,
  from: number,
  secrecy: Secrecy,
): { start: number; end: number } | null {
  if (secrecy < 2) return null;
  const first = Math.max(from, nameStart - 300);
  if (!isSaidAs(text, nameStart)) return null;
  const sheet = text.slice(first, nameStart);
  const match = compiled().before.exec(sheet);
  if (match === null) return null;
  const start = first + match.index + match[0].indexOf(match[1]!);
  const said = trimmed(match[1]!);
  return isSaid(said, secrecy, true) ? { start, end: start + said.length } : null;
}

function trimmed(value: string): string {
  return value.replace(/[.,;:!?)\]]+$/, '');
}

/**
 * A token is random. A password may be a word, so next to its name it counts only if it is too long to be anything
 * else.
 */
function isSaid(value: string, secrecy: Secrecy, isBeside: boolean): boolean {
  if (secrecy < 3) return value.length >= 14 && isSpokenSecret(value) && isRandom(value);
  if (isBeside && (value.length < 8 || !/\d\D|\d\d|[^\w-]/.test(value))) return false;
  return isSpokenSecret(value);
}

const ACTING =
  /(?:^|[^\w])(?:checks?|tests?|first|second|third|fourth|final|last|next|single|one|two|each|this|every|multi|all|must|should|will|would|can|could|may|might|to|not|don't|doesn't|they|we|it|lint\w*|builds?|suites?|jobs?|steps?|render|compiler|optimi[sz]\w+|\d+(?:st|nd|rd|th)?|---|[✓✔✗×]+)[ \t]+$/i;

/** `checks pass: …`, `second pass: …`. */
export function isActBefore(sheet: string): boolean {
  return ACTING.test(sheet);
}
