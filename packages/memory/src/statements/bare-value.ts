/** A correction that names only a value ("No, 9000."): the previous sentence, with that value. */

const MAX_CHARS = 120;
const VALUE = /`[^`]{1,80}`|v?\d[\w.:-]{0,40}|[\w./-]*[/\d][\w./-]{0,80}/u;
const BEFORE =
  '(?:hm+|ok(?:ay)?|oh|ah|well|no|nope|sorry|wait|actually|correction|ach|nein|doch|eigentlich|korrektur|non|нет)';
const CHANGES =
  "(?:it['’]?s|it is|(?:make|set|change|put) (?:it|that)(?: to)?|i meant|better|rather|use|es ist|es sind|nimm|mach|setz(?:e)?|lieber|besser|eher)(?: (?:lieber|besser|eher|rather|mal|es|das|auf|daraus))*";
/** A unit, and words that add nothing. */
const AFTER =
  '(?: (?<unit>[\\p{L}%]{1,20}))?(?: (?:instead|please|now|then|bitte|stattdessen|dann|pls))*';
const REASON = '(?:\\s*(?:[,;–—-]|\\. |because|since|weil|denn)\\s*.{2,100})?';
const BARE = new RegExp(
  `^\\s*(?:${BEFORE}[,.:!…]*\\s+)*(?:(?<=\\S\\s+)|(?=${CHANGES}\\s))(?:${CHANGES}\\s+)?(?<value>${VALUE.source})${AFTER}${REASON}[\\s.!]*$`,
  'iu',
);
const SWAP = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<old>${VALUE.source})(?<=[\\p{L}\\p{N}\`]) .{2,60}(?:[,;–—-]|and|und|so)\\s*(?:(?:so|then|please|bitte|dann|also|let['’]?s) )*(?:${CHANGES}|take|switch to|nehmen wir)\\s+(?:\\p{L}{2,12} )?(?<value>${VALUE.source})(?:${AFTER.replace('?<unit>', '')})[\\s.!]*$`,
  'iu',
);
/** A word after the value that is no unit. */
const NO_UNIT =
  /^(?:instead|please|now|then|bitte|stattdessen|dann|pls|it|is|the|and|or|so|of|und|oder|ist)$/i;
const VALUES = new RegExp(`(?<![\\p{L}\\p{N}])(?:${VALUE.source})(?<=[\\p{L}\\p{N}\`])`, 'giu');

/**
 * Null for every other turn. The value may have a unit, which the corrected sentence must have as well.
 *
 * @example bareValue('hmm, make that 180 days, the disk is big enough') // '180 days'
 */
export function bareValue(turn: string): string | null {
  const found = turn.length > MAX_CHARS ? undefined : BARE.exec(turn)?.groups;
  const value = found?.['value']?.replace(/\.$/, '');
  if (value === undefined) return null;
  const unit = found?.['unit'];
  return unit === undefined || NO_UNIT.test(unit) ? value : `${value} ${unit}`;
}

/**
 * The newest sentence with exactly one value of the same form; null if none has one.
 *
 * @example withValue(['The API listens on port 8080.'], '9000') // old: the sentence, text: 'The API listens on port
 * 9000.'
 */
export function withValue(
  sentences: readonly string[],
  valueAndUnit: string,
): { old: string; text: string } | null {
  const [value = '', unit] = valueAndUnit.split(' ');
  const form = formOf(value);
  for (const old of sentences.toReversed()) {
    const [first, second] = [...old.matchAll(VALUES)].filter(
      ([own], at, all) =>
        formOf(own) === form &&
        (unit === undefined || hasUnit(old.slice(all[at]!.index + own.length), unit)),
    );
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

/**
 * Null without a value that gives way to another one of the same form.
 *
 * @example swappedValue('port 8090 is taken, use 8077') // { old: '8090', value: '8077' }
 */
export function swappedValue(text: string): { old: string; value: string } | null {
  const found = text.length > MAX_CHARS ? undefined : SWAP.exec(text)?.groups;
  const [old, value] = [found?.['old'], found?.['value']];
  if (old === undefined || value === undefined || old === value) return null;
  return formOf(old) === formOf(value) ? { old, value } : null;
}

function hasUnit(rest: string, unit: string): boolean {
  return rest.trimStart().toLowerCase().startsWith(unit.toLowerCase());
}

/** A number, a version or a path. */
function formOf(value: string): string {
  return value
    .replace(/`/g, '')
    .replace(/\d+/g, '0')
    .replace(/[\w-]*[a-z][\w-]*/gi, 'a');
}
