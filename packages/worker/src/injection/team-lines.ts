/**
 * What trusted writers of the team have shared, as lines of an injected context, each with its author, day and
 * citation.
 */
import { renderCitation } from '@hookloom/core';
import { foldText } from '@hookloom/memory/checkout';
import { readDecisions, type FactRow, type Memory } from '@hookloom/memory';
import type { OperationContext } from '../operations/context.ts';
import { boundSession } from '../call-scope.ts';
import type { Task } from './candidate.ts';
import { withoutFence } from './frame.ts';
import { currentStatements, validAt, rankStatements } from './statements.ts';
import { verifiedStatements } from './verified-statements.ts';

/** Limit within a whole context, because local statements come first. */
const MAX_BYTES = 900;
const MAX_CHARS = 180;
const HEADING = '### From your team';

const known = new WeakMap<Memory, { key: string; facts: FactRow[] }>();

/** Empty if nothing is shared or no writer is trusted. */
export async function teamLines(
  context: OperationContext,
  { nowMs, ...task }: Task & { nowMs: number },
): Promise<string[]> {
  const sessions = boundSession() === undefined ? (context.store.shared?.() ?? []) : [];
  const opened = sessions.length === 0 ? null : await context.memory.open();
  if (opened === null || !opened.ok) return [];
  const facts = await readFacts(opened.memory, sessions);
  const ranked = rankStatements(validAt(facts, nowMs).held, task, false).slice(0, 20);
  const lines: string[] = [];
  for (const { fact } of await verifiedStatements(context.store, ranked, opened.memory)) {
    const line = lineOf(fact);
    if (Buffer.byteLength([HEADING, ...lines, line].join('\n')) <= MAX_BYTES) lines.push(line);
  }
  return lines.length === 0 ? [] : [HEADING, ...lines];
}

/** Read again only when a file or the trust in its writer has changed. */
async function readFacts(memory: Memory, sessions: string[]): Promise<FactRow[]> {
  const stats = await Promise.all(sessions.map((session) => memory.stats(session)));
  const key = stats.map(({ cursor }) => cursor?.hash ?? '').join();
  const last = known.get(memory);
  if (last?.key === key) return last.facts;
  const decisions = await readDecisions(memory, sessions);
  const facts = await currentStatements(memory, sessions, decisions);
  known.set(memory, { key, facts });
  return facts;
}

function lineOf({ content, actor, validFrom, session, seq, hash }: FactRow): string {
  const text = withoutFence(foldText(content));
  const shown = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1).toWellFormed()}…` : text;
  return `${shown} (${actor}, ${validFrom.slice(0, 10)}, ${renderCitation(session, seq, hash)})`;
}
