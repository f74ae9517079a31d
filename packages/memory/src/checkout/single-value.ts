/** Statements about something with a single value, such as an owner, a default or whether a feature is on. */

interface Statement {
  subject: string;
  value: string;
}

const MAX_CHARS = 200;
const ONE_AT_A_TIME =
  /\b(?:owner|maintainer|lead|default|port|host|region|version|branch|primary|provider|deadline|licen[cs]e)\b/;
/** Values that exclude each other for any subject. */
const EITHER_OR =
  /^(?:yes|no|true|false|on|off|enabled|disabled|allowed|forbidden|required|optional)$/;
const HOLDS = /^([\p{L}\p{N}@._-]+(?: [\p{L}\p{N}@._-]+)?) (owns|maintains|leads) (.{3,})$/u;
const HELD_BY = /^(.{3,}?) (?:is|are) (owned|maintained|led) by (.+)$/;
const IS = /^(.{3,}?)(?::| is| are| =| must be| shall be) (.+)$/;
const VERBS: Readonly<Record<string, string>> = {
  owned: 'owns',
  maintained: 'maintains',
  led: 'leads',
};
/** "8080 in staging" and "3000 in production" are ports of two different things. */
const QUALIFIED = /\b(?:in|for|on|at|when|while|if|unless|until|during|of|with|after|before|by)\b./;
const MAX_VALUE_WORDS = 3;

/** True if both give one subject a different value. Texts that merely differ are not a contradiction. */
export function givesOtherValue(a: string, b: string): boolean {
  const [one, two] = [statementOf(a), statementOf(b)];
  return one !== null && two !== null && one.subject === two.subject && one.value !== two.value;
}

function statementOf(text: string): Statement | null {
  const said = text.toLowerCase().replace(/[.!\s]+$/, '');
  if (said.length > MAX_CHARS) return null;
  const holds = HOLDS.exec(said);
  if (holds) return { subject: `${holds[2]} ${bare(holds[3]!)}`, value: bare(holds[1]!) };
  const held = HELD_BY.exec(said);
  if (held) return { subject: `${VERBS[held[2]!]} ${bare(held[1]!)}`, value: bare(held[3]!) };
  const is = IS.exec(said);
  if (!is) return null;
  const [subject, value] = [bare(is[1]!), bare(is[2]!)];
  const [first, ...place] = value.split(' ');
  // "enabled in production": the place belongs to the subject.
  if (EITHER_OR.test(first!)) return { subject: [subject, ...place].join(' '), value: first! };
  if (!ONE_AT_A_TIME.test(subject) || QUALIFIED.test(value)) return null;
  return place.length < MAX_VALUE_WORDS ? { subject, value } : null;
}

function bare(text: string): string {
  return text.trim().replace(/^(?:the|a|an) /, '');
}
