/** Prints the short checkout for the terminal. `--for-agent` prints the text for a prompt instead. */
import type { ShortCheckout } from '@hookloom/worker';
import { plural } from './format.ts';
import type { Output } from './output.ts';
import { withoutMarks } from './terminal-text.ts';

type CheckoutRow = ShortCheckout['current_facts'][number];

/** How many rows are printed by default. */
const ROWS = 8;
/** How many rows are printed if none answers the question. */
const NEAREST_ROWS = 3;
/** Already in the first line. */
const SAID_ALREADY = /^(?:Retrieved current facts|No current fact in memory answers)/;

const VERDICTS = {
  answer_from_memory: 'The memory answers this',
  refresh_recommended: 'The memory may hold the answer',
  ask_user: 'The memory does not answer this',
} as const;

/**
 * Prints the verdict, the best rows with their citations, and the rest of the answer.
 *
 * @param limit How many rows the caller asked for
 */
export function printCheckout(out: Output, answer: ShortCheckout, limit: number | undefined): void {
  const { quality, current_facts: facts, evidence, diagnostics } = answer;
  for (const text of [...unreadable(answer), ...(answer.notices ?? []), ...answer.warnings])
    out.wrapped(text);
  const { answerability, confidence, reasons } = quality;
  const sure =
    answerability === 'ask_user' || confidence === 0 ? '' : ` (confidence ${confidence})`;
  const why = reasons.filter((reason) => !SAID_ALREADY.test(reason));
  out.wrapped([`${VERDICTS[answerability]}${sure}.`, ...why].join(' '));
  for (const candidate of texts(answer, 'answer_candidates'))
    out.wrapped(`Computed from the rows: ${candidate}`);

  const rows = [...facts, ...evidence];
  const most = limit ?? (answerability === 'ask_user' ? NEAREST_ROWS : ROWS);
  if (rows.length > 0) out.line('');
  if (answerability === 'ask_user' && rows.length > 0) out.line('Nearest rows:');
  for (const [at, row] of rows.slice(0, most).entries()) {
    const number = `${at + 1}`.padStart(2);
    for (const [part, line] of linesOf(row).entries())
      out.wrapped(line, '    ', part === 0 ? `${number}  ` : '    ');
    out.line('    ', { style: 'dim', text: `${row.citation ?? 'no citation'}${labelsOf(row)}` });
  }

  list('Open work:', texts(answer, 'working_set'));
  list('Recent events, newest first:', texts(answer, 'recent_events'));
  list('Procedures:', texts(answer, 'skills'));
  list(
    'No longer valid:',
    (answer.retention?.superseded ?? []).map(({ content, citation }) => `${content} (${citation})`),
  );
  const hidden = rows.length - most;
  const isUnknown = rows.slice(0, most).some(({ author }) => author?.startsWith('unknown:'));
  const lost = (diagnostics['retrieval_degraded'] as { reason?: string }[] | undefined) ?? [];
  if (hidden > 0 || lost.length > 0 || isUnknown) out.line('');
  if (hidden > 0) out.wrapped(`${plural(hidden, 'more row')}: add \`--limit ${rows.length}\`.`);
  if (isUnknown)
    out.wrapped(
      'Note: You have not accepted the keys of some writers. `hookloom share status` lists them, and `hookloom share trust NAME` accepts one.',
    );
  for (const reason of new Set(lost.map((lane) => lane.reason)))
    if (reason !== undefined) out.wrapped(`Note: ${reason}.`);

  function list(heading: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    out.line('');
    out.line(heading);
    for (const line of lines) out.wrapped(withoutMarks(line), '    ');
  }
}

/** The lines of the recorded text. */
function linesOf({ content }: CheckoutRow): string[] {
  return withoutMarks(content)
    .split(/\s*(?:⏎|\n)\s*/)
    .filter((line) => line !== '');
}

function labelsOf({ author, branch, valid_from: day, trust, stale }: CheckoutRow): string {
  const labels = [
    ...(author === undefined ? [] : [`by ${author}`]),
    ...(branch === undefined ? [] : [`on ${branch}`]),
    ...(day === undefined ? [] : [day]),
    ...(trust === undefined ? [] : [trust === 'proposed' ? 'proposed' : 'generated']),
    ...(stale === true ? ['stale'] : []),
  ];
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`;
}

function unreadable({ unavailable = [] }: ShortCheckout): string[] {
  return unavailable.map(({ session_id: session, seq, last_seq: last, reason, detail }) => {
    const which = last === undefined ? `Event ${seq}` : `Events ${seq} to ${last}`;
    return `${which} of ${session} cannot be shown (${reason}): ${detail}. Run \`hookloom verify\`.`;
  });
}

/** A list of the answer, which is absent if empty. */
function texts(answer: ShortCheckout, key: string): string[] {
  const found = (answer as unknown as Record<string, unknown>)[key];
  if (!Array.isArray(found)) return [];
  return found.map((each: unknown) => {
    if (typeof each === 'string') return withoutMarks(each);
    const { kind, content, status } = each as Record<string, string | undefined>;
    return withoutMarks(`${kind}: ${content}${status === undefined ? '' : ` (${status})`}`);
  });
}
