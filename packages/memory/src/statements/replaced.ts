/** What a statement says is no longer so: "use B instead of A" ends what was said for A. */
/** Splits a text into terms, as the search does. */
type Analyze = (text: string) => string[];

const REPLACED =
  /(?:\b(?:instead of|rather than|in place of|no longer (?:use|using|need|want|on|in|with)?|stop(?:ped)? using|drop(?:ped)?|get rid of|anstelle von|anstatt|statt|au lieu de|à la place de|en lugar de|en vez de)|(?<=^|\s)вместо|代替|而不是|不再(?:用|使用)?)\s*((?:the |a |an |der |die |das |le |la |el )?[^\s,.;:!?，。]+(?:\s+[^\s,.;:!?，。]+){0,3})/iu;
/** Where the replaced thing ends and its surroundings begin. */
const REST =
  /\s+(?:for|in|on|at|to|because|since|and|but|as|with|für|in|weil|und|pour|dans|para|en|для|в|и)\s.*$/iu;
const NEGATIVE =
  /\b(?:not|never|no|don'?t|instead of|rather than|nicht|nie|kein\w*|statt|jamais|pas|nunca)\b|(?:^|\s)(?:не|нельзя|вместо)\s|不|别|代替/iu;

/** Verbs that say nothing about what a sentence is about. */
const LIGHT = 'use using let want keep go need make should now switch prefer please';

/** The terms of what is replaced, and what it is replaced for; null where nothing is named. */
export function replacedIn(
  text: string,
  analyze: Analyze,
): { gone: string[]; around: Set<string> } | null {
  const match = REPLACED.exec(text);
  const named = match?.[1]?.replace(REST, '');
  if (match === null || named === undefined) return null;
  const gone = [...new Set(analyze(named))];
  const start = match.index + match[0].indexOf(named);
  const light = new Set(analyze(LIGHT));
  const telling = (part: string): string[] =>
    analyze(part).filter((term) => !gone.includes(term) && !light.has(term));
  const behind = telling(text.slice(start + named.length));
  const around = new Set(behind.length > 0 ? behind : telling(text.slice(0, match.index)));
  return gone.length === 0 || around.size === 0 ? null : { gone, around };
}

/** True for a statement in favour of what is replaced, about the same thing. */
export function isReplaced(
  older: string,
  { gone, around }: { gone: readonly string[]; around: ReadonlySet<string> },
  analyze: Analyze,
): boolean {
  if (NEGATIVE.test(older)) return false;
  const terms = new Set(analyze(older));
  return gone.every((term) => terms.has(term)) && [...terms].some((term) => around.has(term));
}
