/**
 * A number that names the subject of a sentence, as in "Rule number 2 holds": another number is another subject, not
 * another value.
 */

const LABEL =
  String.raw`(?:(?!(?:version|build|release)\s)\p{L}{2,30}\s+(?:number|no\.|nr\.|nummer)` +
  `|rule|step|phase|task|ticket|issue|bug|item|case|test|chapter|section|point|question|adr|rfc|pr|decision|milestone|story` +
  `|regel|schritt|aufgabe|fall|punkt|frage|kapitel|abschnitt|entscheidung)`;
/** At the beginning of a clause, with a predicate. */
const THING = new RegExp(
  String.raw`(?:^|[:;,]\s*|(?<!\p{L})(?:that|dass|and|und)\s+)(?:(?:the|our|this|die|der|das|unsere?)\s+)?(${LABEL})\s*#?(\d{1,6})(?=\s*:|\s+\p{L})`,
  'iu',
);

/** @example numberedThing('We decided that rule number 6 holds.') // 'rule number 6'; null for 'The limit is 6.' */
export function numberedThing(text: string): string | null {
  const [, label, number] = THING.exec(text) ?? [];
  return label === undefined ? null : `${label.toLowerCase().replace(/\s+/g, ' ')} ${number}`;
}
