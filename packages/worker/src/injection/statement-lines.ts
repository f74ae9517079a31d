/** Statements as lines of an injected context, by kind. Each has the number of the event that it cites. */
import type { JsonObject } from '@hookloom/core';
import { foldText } from '@hookloom/memory/checkout';
import { isProposed, WORDING_CUE, type FactRow } from '@hookloom/memory';
import { withoutFence } from './frame.ts';
import { shortened, withoutOpening } from '../statement-text.ts';
import type { RankedStatement } from './statements.ts';

/** Of the sentences of one turn in one line. */
const MAX_LINE = 300;
/** Limit within a whole context. */
export const STATEMENT_BYTES = 3_350;
const HEADINGS: readonly [heading: string, kinds: readonly string[]][] = [
  ['Rules and preferences', ['rule', 'preference']],
  ['Decisions', ['decision']],
  ['Rejected', ['rejected']],
  ['Denied by hooks', ['denial']],
  ['Open', ['open']],
  ['Failed last, and not since', ['command_run']],
  ['Causes found', ['cause']],
  ['Facts', ['fact']],
  ['Done', ['done']],
];
const ASKED = 'About this prompt';

export interface StatementLines {
  lines: string[];
  /** The statements in the lines, best first. */
  shown: RankedStatement[];
}

/** As many of the best as fit into this many bytes, grouped by kind. Empty if none fits. */
export function statementLines(
  statements: readonly RankedStatement[],
  { session, maxBytes, withWhy = false }: { session: string; maxBytes: number; withWhy?: boolean },
): StatementLines {
  let best: string[] = [];
  const shown: RankedStatement[] = [];
  for (const statement of statements) {
    shown.push(statement);
    const lines = grouped(shown, session, withWhy);
    if (Buffer.byteLength(lines.join('\n')) > maxBytes) {
      shown.pop();
      continue;
    }
    best = lines;
  }
  return { lines: best, shown };
}

function grouped(statements: readonly RankedStatement[], session: string, withWhy: boolean) {
  const asked = statements.filter(({ isAsked }) => isAsked);
  const others = statements.filter(({ isAsked }) => !isAsked);
  const groups: [string, RankedStatement[]][] = [
    [ASKED, asked],
    ...HEADINGS.map(([heading, kinds]): [string, RankedStatement[]] => [
      heading,
      others.filter(({ fact }) => kinds.includes(headedAs(fact))),
    ]),
  ];
  return [
    `Each number is an event: eventloom://${session}/events/NUMBER`,
    ...groups.flatMap(([heading, found]) =>
      found.length === 0 ? [] : group(heading, ofOneTurn(found), session, withWhy),
    ),
  ];
}

/** The wording of a sentence tells better that it lasts than whether it rejects something or names a cause. */
function headedAs({ entityType, properties }: FactRow): string {
  const isGuess = properties['cue'] === WORDING_CUE;
  return isGuess && (entityType === 'rejected' || entityType === 'cause') ? 'decision' : entityType;
}

/** If an assistant said all of it, the heading says so once. */
function group(
  heading: string,
  turns: readonly (readonly FactRow[])[],
  session: string,
  withWhy: boolean,
): string[] {
  const isProposedOnly = turns.length > 1 && turns.every(([fact]) => isProposed(fact!));
  return [
    `### ${heading}${isProposedOnly ? ' (proposed)' : ''}`,
    ...turns.map(
      (facts) =>
        `${logOf(facts[0]!, session)}${lineOf(facts, { withWhy, isMarked: isProposedOnly })}`,
    ),
  ];
}

/** Names the log before the number of an event, if it is another log of this memory. */
function logOf(fact: FactRow, session: string): string {
  return fact.session === session ? '' : `${fact.session}/events/`;
}

/** What was said in one turn is one line: it cites one event, and the sentences explain each other. */
function ofOneTurn(statements: readonly RankedStatement[]): FactRow[][] {
  const lines: [RankedStatement, ...RankedStatement[]][] = [];
  for (const each of statements) {
    const { fact } = each;
    const line = lines.find(
      ([{ fact: first }, ...more]) =>
        first.session === fact.session &&
        first.seq === fact.seq &&
        first.channel === fact.channel &&
        first.authority === fact.authority &&
        lengthOf([first, ...more.map((other) => other.fact), fact]) <= MAX_LINE,
    );
    if (line === undefined) lines.push([each]);
    else line.push(each);
  }
  return lines.map((line) =>
    line.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ fact }) => fact),
  );
}

function lengthOf(facts: readonly FactRow[]): number {
  return facts.reduce((sum, { content }) => sum + content.length, 0);
}

/** Begins with the number of the event, which all of them cite. */
export function lineOf(
  facts: readonly FactRow[],
  { withWhy = false, isMarked = false }: { withWhy?: boolean; isMarked?: boolean } = {},
): string {
  const [fact] = facts;
  const { seq, properties, entityType } = fact!;
  const text = facts
    .map(({ content }) => shortened(withoutOpening(withoutFence(foldText(content)))))
    .map((said, at) => (at < facts.length - 1 && /[\p{L}\p{N}]$/u.test(said) ? `${said}.` : said))
    .join(' ');
  const { branch } = properties;
  const on = typeof branch === 'string' ? [`on ${shortened(withoutFence(branch))}`] : [];
  if (entityType === 'command_run')
    return [`${seq} «${text.replace(/[«»]/g, '"')}»`, ...on.map((mark) => `(${mark})`)].join(' ');
  const said = Math.max(...facts.map((each) => Number(each.properties['said'] ?? 1)));
  const marks = [
    ...on,
    ...(said > 1 ? [`said ${said} times`] : []),
    ...(isProposed(fact!) && !isMarked ? ['proposed'] : []),
    ...(withWhy
      ? facts
          .map((each) => foldText(cueOf(each.properties)))
          .filter((cue) => cue !== '')
          .map((cue) => `recognised by "${cue}"`)
      : []),
  ];
  return `${seq} ${text}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

/** The words by which a statement was recognised. */
export function cueOf({ cue }: JsonObject): string {
  return typeof cue === 'string' ? cue : '';
}
