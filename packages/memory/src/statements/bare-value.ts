/** A correction that names only a value ("No, 9000."): the previous sentence, with that value. */

const MAX_CHARS = 120;
const VALUE = /`[^`]{1,80}`|v?\d[\w.:-]{0,40}|[\w./-]*[/\d][\w./-]{0,80}/u;
const BARE = new RegExp(
  `^\\s*(?:no|nope|sorry|wait|actually|correction|nein|doch|eigentlich|korrektur|non|нет)[,.:!]*\\s+(?:(?:it['’]?s|it is|make (?:it|that)|i meant|use|es ist|es sind|nimm)\\s+)?(${VALUE.source})(?:\\s+(?:instead|please|now|bitte|stattdessen))?[\\s.!]*$`,
  'iu',
);
const VALUES = new RegExp(`(?<![\\p{L}\\p{N}])(?:${VALUE.source})(?<=[\\p{L}\\p{N}\`])`, 'giu');

/** Null for every other turn. */
export function bareValue(turn: string): string | null {
  return turn.length > MAX_CHARS ? null : (BARE.exec(turn)?.[1]?.replace(/\.$/, '') ?? null);
}

/**
 * The newest sentence with exactly one value of the same form; null if none has one.
 *
 * @example withValue(['The API listens on port 8080.'], '9000') // old: the sentence, text: 'The API listens on port
 * 9000.'
 */
export function withValue(
  sentences: readonly string[],
  value: string,
): { old: string; text: string } | null {
  const form = formOf(value);
  for (const old of sentences.toReversed()) {
    const [first, second] = [...old.matchAll(VALUES)].filter(([own]) => formOf(own) === form);
    if (
      bareValue(old) !== null ||
      first === undefined ||
      second !== undefined ||
      first[0] === value
    )
      continue;
    const end = first.index + first[0].length;
    return { old, text: `${old.slice(0, first.index)}${value}${old.slice(end)}` };
  }
  return null;
}

/** A number, a version or a path. */
function formOf(value: string): string {
  return value
    .replace(/`/g, '')
    .replace(/\d+/g, '0')
    .replace(/[\w-]*[a-z][\w-]*/gi, 'a');
}
