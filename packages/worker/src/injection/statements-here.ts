/** The statements of one log, without the notes that a session start adds. */
import { branchOf } from '@hookloom/hooks';
import { readDecisions } from '@hookloom/memory';
import type { OperationContext } from '../operations/context.ts';
import { partsBeside } from '../operations/notices.ts';
import { openedReads } from '../memory-access.ts';
import { heldStatements } from './held-statements.ts';
import { STATEMENT_BYTES, statementLines } from './statement-lines.ts';
import { currentStatements, holdingAt, rankStatements } from './statements.ts';
import { teamLines } from './team-lines.ts';

/** The same lines that a new session gets. Empty if there are none. */
export async function statementsHere(
  context: OperationContext,
  session: string,
  prompt: string,
): Promise<string[]> {
  const sessions = [session, ...partsBeside(context, session)];
  const memory = await openedReads(context, sessions);
  const facts = await currentStatements(memory, sessions, await readDecisions(memory, sessions));
  const task = { prompt, branch: branchOf(context.workspace.root), files: [] };
  const held = await heldStatements(
    context.store,
    rankStatements(holdingAt(facts, context.clock.now()).held, task, false),
    memory,
  );
  const { lines } = statementLines(held, { session, maxBytes: STATEMENT_BYTES });
  return [...lines, ...(await teamLines(context, { ...task, nowMs: context.clock.now() }))];
}
