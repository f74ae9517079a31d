import type { Memory } from '../memory.ts';
import { foldProposals, PROPOSAL_FACT_TYPES, type Proposal } from './proposals.ts';

const MAX_ROWS = 20_000;
const MAX_SOURCE_ROWS = 20_000;
/** A later run or edit of the same name is news; the earlier one still happened. */
const HAPPENED =
  /^(?:command\.completed|tool\.call\.|file\.edit\.|verification\.recorded|task\.|goal\.)/;

/** Every proposal of the sessions in its current state, or in its state at an event. */
export async function readProposals(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
  asOfSeq?: number,
): Promise<Proposal[]> {
  const scope = { sessions: [...sessions], ...(asOfSeq !== undefined && { asOfSeq }) };
  const rows = await memory.facts({
    ...scope,
    types: [...PROPOSAL_FACT_TYPES],
    limit: MAX_ROWS,
    includeSuperseded: true,
  });
  if (rows.length === 0) return [];
  const proposals = foldProposals(rows);
  const seqs = [...new Set(proposals.flatMap(({ sources }) => sources.map(({ seq }) => seq)))];
  const told = await memory.facts({
    ...scope,
    seqs,
    limit: MAX_SOURCE_ROWS,
    includeSuperseded: true,
  });
  const holds = new Set<number>();
  const stated = new Set<number>();
  for (const { seq, eventType, validTo } of told) {
    if (HAPPENED.test(eventType)) continue;
    stated.add(seq);
    if (validTo === null) holds.add(seq);
  }
  const ended = new Set([...stated].filter((seq) => !holds.has(seq)));
  return ended.size === 0 ? proposals : foldProposals(rows, ended);
}
