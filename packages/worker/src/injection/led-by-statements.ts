/** A context that begins with statements. They use most of the space, and activity uses little. */
import { isClientText, promptTitle, sessionOutcome, sessionTitle } from '@hookloom/memory';
import type { OpenWorkspace } from '../workspaces/workspaces.ts';
import type { SummaryCandidate } from './candidate.ts';
import { STATEMENT_BYTES, statementLines, type StatementLines } from './statement-lines.ts';
import type { RankedStatement } from './statements.ts';

/** Limit of the whole context, unless another budget is requested. */
export const MAX_CONTEXT_BYTES = 3_990;
const STATEMENT_SHARE = 0.7;
/** For the heading and the fence. */
const FRAME_BYTES = 600;
const SESSIONS_BESIDE = 3;

/** As many statements of each workspace as fit. */
export function linesOf(
  workspaces: readonly OpenWorkspace[],
  statements: readonly RankedStatement[][],
  { whole, withWhy }: { whole: number; withWhy: boolean },
): StatementLines {
  let left = Math.min(STATEMENT_BYTES, Math.floor((whole - FRAME_BYTES) * STATEMENT_SHARE));
  const parts = workspaces.map(({ workspace: { session } }, at) => {
    const part = statementLines(statements[at]!, { session, maxBytes: left, withWhy });
    left -= Buffer.byteLength(part.lines.join('\n'));
    return part;
  });
  return {
    lines: parts.flatMap(({ lines }) => lines),
    shown: parts.flatMap(({ shown }) => shown),
  };
}

/**
 * One line per session: its newest summary with the first prompt as its title and the newest outcome, or its last
 * prompt if there is no outcome.
 */
export function oneOfEach(summaries: readonly SummaryCandidate[]): SummaryCandidate[] {
  const newest = new Map<string, SummaryCandidate>();
  const first = new Map<string, string | null>();
  const outcomes = new Map<string, SummaryCandidate['row']>();
  for (const summary of summaries) {
    const { content_session_id: session, request } = summary.row;
    if (isClientText(request ?? '')) continue;
    if (!newest.has(session)) newest.set(session, summary);
    first.set(session, request);
    if (!outcomes.has(session) && sessionOutcome(summary.row) !== null)
      outcomes.set(session, summary.row);
  }
  return [...newest].slice(0, SESSIONS_BESIDE).map(([session, summary]) => {
    const title = sessionTitle(first.get(session) ?? null, outcomes.get(session) ?? null);
    const last = lastAsked(summary, first.get(session) ?? null);
    const told = [title?.replace(/\.$/, '') ?? null, last]
      .filter((part) => part !== null)
      .join('; ');
    return told === '' ? summary : { ...summary, title: told };
  });
}

/** The last prompt of a session without a known outcome. */
function lastAsked({ row }: SummaryCandidate, first: string | null): string | null {
  const asked = row.request === first || sessionOutcome(row) !== null ? null : row.request;
  const words = promptTitle(asked);
  return words === null ? null : `asked last: ${words}`;
}
