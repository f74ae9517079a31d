import type { EventStore } from '@hookloom/core/events';
import type { Memory } from '@hookloom/memory';
import { heldRows } from '../unavailable-events.ts';
import type { RankedStatement } from './statements.ts';

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
