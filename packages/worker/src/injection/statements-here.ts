/** The statements of one log, without the notes that a session start adds. */
import type { EventStore } from '@hookloom/core';
import { branchOf } from '@hookloom/hooks/ready/ready-file';
import type { Memory } from '@hookloom/memory/memory';
import { readDecisions } from '@hookloom/memory/quarantine/decisions';
import type { OperationContext } from '../operations/context.ts';
import { openedMemory } from '../operations/verbatim.ts';
import { heldRows } from '../unavailable-events.ts';
import { STATEMENT_BYTES, statementLines } from './statement-lines.ts';
import {
  currentStatements,
  holdingAt,
  rankStatements,
  type RankedStatement,
} from './statements.ts';

/** Those whose event the log holds and that quote it as it is there. */
export function heldStatements(
  store: Pick<EventStore, 'check'>,
  statements: readonly RankedStatement[],
  memory: Pick<Memory, 'isQuoted'> | null,
): Promise<RankedStatement[]> {
  return heldRows(store, statements, ({ fact }) => fact, {
    of: ({ fact: { entityName: name, content } }) => [{ name, content }],
    isQuoted: memory?.isQuoted,
  });
}

/** The same lines that a session starts with; empty where there are none. */
export async function statementsHere(
  context: OperationContext,
  session: string,
  prompt: string,
): Promise<string[]> {
  const memory = await openedMemory(context);
  const facts = await currentStatements(memory, session, await readDecisions(memory, [session]));
  const task = { prompt, branch: branchOf(context.workspace.root), files: [] };
  const held = await heldStatements(
    context.store,
    rankStatements(holdingAt(facts, context.clock.now()).held, task, false),
    memory,
  );
  return statementLines(held, { session, maxBytes: STATEMENT_BYTES }).lines;
}
