/** The statements of an assistant's turn: few, and only with strong cues. Much of it is about the current step. */
import { proseOf, type Line } from './blocks.ts';
import { tablesFor } from './cues/languages.ts';
import type { CueTable } from './cues/table.ts';
import { openLists, openStatement, withOptions } from './open-lists.ts';
import { readSentence } from './read-sentence.ts';
import { sentencesOf, type Said } from './sentences.ts';
import type { Statement, StatementKind } from './statement.ts';

/** How an open question at the end of a turn is recognised. */
export const QUESTION_CUE = 'question at the end';
const MAX_CHARS = 400;
/** Maximum number of statements in one turn. */
const MOST: Readonly<Partial<Record<StatementKind, number>>> = {
  cause: 1,
  rule: 1,
  decision: 1,
  open: 1,
  done: 1,
  fact: 1,
};
/** Kinds of a line that ends with a colon. */
const LEADS: ReadonlySet<StatementKind> = new Set(['cause', 'done']);
/** Maximum length of a report such as "All tests pass." */
const BARE_CHARS = 16;
/** Refers to the previous sentence. */
const POINTS_BACK =
  /^(?:this|that|these|it|since (?:yours|it|this|that)|so|which|das|dies|esto?|c['’]est|cela|это|这)(?!\p{L})/iu;
/** Asks a person to decide; an offer to continue does not. */
const OPEN_QUESTION =
  /^should (?:the|our|a|an|all)\b|\b(?:should (?:we|i)|which (?:one|of|option|approach|way|do you)|is that (?:the|what|how)|do you (?:prefer|agree)|what would you (?:prefer|like)|do you want (?:me|us) to .{3,80} or\b|sollen wir|welche)\b|哪(?:个|种)|是否/i;
/** Has no meaning without the options. */
const BARE_CHOICE =
  /^(?:so )?(?:which|what) (?:(?:one|option|approach|way|direction)(?: (?:would|do|should|shall) (?:you|we|i) .{0,30})?|of (?:these|those|them|the (?:two|three|options)).{0,30}|(?:would|do) you (?:like|prefer|think|want))\?$|^welche (?:variante|option|lösung)? ?(?:soll|möchtest|willst|bevorzugst|hättest) .{0,30}\?$/i;

export function readAssistant(text: string): Statement[] {
  const tables = tablesFor(text);
  if (tables.length === 0) return [];
  const all = proseOf(text, false);
  const lists = openLists(all);
  const lines = all.filter((line) => !line.isHeading && !lists.some(({ of }) => of.includes(line)));
  const found: Statement[] = lists.map((list) => openStatement(list, 'assistant'));
  if (lines.length === 0) return found;
  const left = { ...MOST };
  const said = withoutBareOpening(sentencesOf(lines));
  /** A line such as "The problem is:", which the next one completes. */
  let lead: Statement | null = null;
  for (const [at, each] of said.entries()) {
    const statement: Statement | null =
      lead === null
        ? ofSentence(each, said[at - 1], { tables, left, lines: all })
        : completed(lead, each);
    lead = null;
    if (statement === null) continue;
    if (statement.text.endsWith(':')) {
      lead = LEADS.has(statement.kind) ? statement : null;
      continue;
    }
    if (!isWhole(statement.text)) continue;
    left[statement.kind] = left[statement.kind]! - 1;
    found.push(statement);
  }
  return found;
}

/** "Done." has no meaning alone, so it is read with the sentence after it. */
function withoutBareOpening(said: Said[]): Said[] {
  const [first, second, ...rest] = said;
  if (first === undefined || second === undefined || second.isQuestion) return said;
  if (first.isQuestion || first.text.length > BARE_CHARS || first.text.endsWith(':')) return said;
  if (/^next:\s/i.test(second.text)) return [{ ...second, isFirst: true }, ...rest];
  return [
    { ...second, text: `${first.text} ${second.text}`, isFirst: true, line: first.line },
    ...rest,
  ];
}

interface Known {
  tables: readonly CueTable[];
  left: Readonly<Partial<Record<StatementKind, number>>>;
  /** The sentences of the turn, with its headings. */
  lines: readonly Line[];
}

function ofSentence(
  said: Said,
  before: Said | undefined,
  { tables, left, lines }: Known,
): Statement | null {
  const isAllowed = (kind: StatementKind, isAnywhere = false): boolean =>
    (left[kind] ?? 0) > 0 && (isAnywhere || hasPlace(kind, said));
  if (said.isQuestion) {
    if (!said.isLast || !isAllowed('open') || !OPEN_QUESTION.test(said.text)) return null;
    const asked = BARE_CHOICE.test(said.text)
      ? withOptions(said.text, lines.slice(0, lines.indexOf(said.line)))
      : withBefore(said, before);
    if (asked === null) return null;
    return {
      kind: 'open',
      text: asked,
      cue: QUESTION_CUE,
      change: 'plain',
      speaker: 'assistant',
    };
  }
  const statement = readSentence(said.text, { speaker: 'assistant', tables, isAllowed });
  if (statement === null || statement.text.endsWith(':')) return statement;
  return { ...statement, text: withBefore(said, before) };
}

function completed(lead: Statement, said: Said): Statement | null {
  const text = `${lead.text} ${said.text}`;
  return said.isQuestion || text.length > MAX_CHARS ? null : { ...lead, text };
}

/** A sentence that refers back is read with the sentence that it refers to. */
function withBefore({ text, isQuestion }: Said, before: Said | undefined): string {
  if (before === undefined || !(POINTS_BACK.test(text) || isQuestion)) return text;
  const both = `${before.text} ${text}`;
  return both.length > MAX_CHARS ? text : both;
}

/** Open tasks are at the end of a turn, and finished ones at its beginning. */
function hasPlace(kind: StatementKind, { isFirst, isLast, line }: Said): boolean {
  if (kind === 'open') return isLast;
  return kind !== 'done' || (isFirst && !line.isItem);
}

/** Removes a closing bracket that was never opened, because the sentence began on another line. */
function isWhole(text: string): boolean {
  const at = text.indexOf(')');
  return (
    at < 0 ||
    text.lastIndexOf('(', at) >= 0 ||
    /^[a-z\d]{1,2}\)/i.test(text) ||
    /[:;]-?\)/.test(text)
  );
}
