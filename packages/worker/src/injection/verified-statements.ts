import type { EventStore } from '@hookloom/core/events';
import type { Memory } from '@hookloom/memory';
import { verifiedRows } from '../unavailable-events.ts';
import type { RankedStatement } from './statements.ts';

/** Statements whose event is in the log and contains them verbatim. */
export function verifiedStatements(
  store: Pick<EventStore, 'check'>,
  statements: readonly RankedStatement[],
  memory: Pick<Memory, 'isQuoted'> | null,
): Promise<RankedStatement[]> {
  return verifiedRows(store, statements, ({ fact }) => fact, {
    of: ({ fact: { entityName: name, content } }) => [{ name, content }],
    isQuoted: memory?.isQuoted,
  });
}
