/** Statements as lines of an injected context, by kind. Each has the number of the event that it cites. */
import type { JsonObject } from '@hookloom/core';
import { foldText } from '@hookloom/memory/checkout';
import { isProposed, type FactRow } from '@hookloom/memory';
import { withoutFence } from './frame.ts';
import type { RankedStatement } from './statements.ts';

/** Limit within a whole context. */
export const STATEMENT_BYTES = 3_300;
const MAX_CHARS = 220;
const HEADINGS: readonly [heading: string, kinds: readonly string[]][] = [
  ['Rules and preferences', ['rule', 'preference']],
  ['Decisions', ['decision']],
  ['Rejected', ['rejected']],
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

function grouped(
  statements: readonly RankedStatement[],
  session: string,
  withWhy: boolean,
): string[] {
  const asked = statements.filter(({ isAsked }) => isAsked);
  const others = statements.filter(({ isAsked }) => !isAsked);
  const groups: [string, RankedStatement[]][] = [
    [ASKED, asked],
    ...HEADINGS.map(([heading, kinds]): [string, RankedStatement[]] => [
      heading,
      others.filter(({ fact }) => kinds.includes(fact.entityType)),
    ]),
  ];
  return [
    `Each number is an event: eventloom://${session}/events/NUMBER`,
    ...groups.flatMap(([heading, found]) =>
      found.length === 0
        ? []
        : [
            `### ${heading}`,
            ...found.map(({ fact }) => `${logOf(fact, session)}${lineOf(fact, withWhy)}`),
          ],
    ),
  ];
}

/** Names the log before the number of an event, if it is another log of this memory. */
function logOf(fact: FactRow, session: string): string {
  return fact.session === session ? '' : `${fact.session}/events/`;
}

/** Begins with the number of the event. */
export function lineOf(fact: FactRow, withWhy = false): string {
  const { seq, content, properties, entityType } = fact;
  const text = shortened(withoutFence(foldText(content)));
  const { branch } = properties;
  const on = typeof branch === 'string' ? [`on ${shortened(withoutFence(branch))}`] : [];
  if (entityType === 'command_run')
    return [`${seq} «${text.replace(/[«»]/g, '"')}»`, ...on.map((mark) => `(${mark})`)].join(' ');
  const said = Number(properties['said'] ?? 1);
  const marks = [
    ...on,
    ...(said > 1 ? [`said ${said} times`] : []),
    ...(isProposed(fact) ? ['proposed'] : []),
    ...(withWhy && cueOf(properties) !== ''
      ? [`recognised by "${foldText(cueOf(properties))}"`]
      : []),
  ];
  return `${seq} ${text}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1).toWellFormed()}…` : text;
}

/** The words by which a statement was recognised. */
export function cueOf({ cue }: JsonObject): string {
  return typeof cue === 'string' ? cue : '';
}
