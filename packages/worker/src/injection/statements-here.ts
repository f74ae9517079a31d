/** The statements of one log, without the notes that a session start adds. */
import { branchOf } from '@hookloom/hooks';
import { readDecisions } from '@hookloom/memory';
import type { OperationContext } from '../operations/context.ts';
import { partsOfSession } from '../operations/notices.ts';
import { openedReads } from '../memory-access.ts';
import { verifiedStatements } from './verified-statements.ts';
import { STATEMENT_BYTES, statementLines } from './statement-lines.ts';
import { currentStatements, validAt, rankStatements } from './statements.ts';
import { teamLines } from './team-lines.ts';

/** The same lines that a new session gets. Empty if there are none. */
export async function statementsHere(
  context: OperationContext,
  session: string,
  prompt: string,
): Promise<string[]> {
  const sessions = [session, ...partsOfSession(context, session)];
  const memory = await openedReads(context, sessions);
  const facts = await currentStatements(memory, sessions, await readDecisions(memory, sessions));
  const task = { prompt, branch: branchOf(context.workspace.root), files: [] };
  const held = await verifiedStatements(
    context.store,
    rankStatements(validAt(facts, context.clock.now()).held, task, false),
    memory,
  );
  const { lines } = statementLines(held, { session, maxBytes: STATEMENT_BYTES });
  return [...lines, ...(await teamLines(context, { ...task, nowMs: context.clock.now() }))];
}
