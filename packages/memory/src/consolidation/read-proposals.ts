import type { Memory } from '../memory.ts';
import type { FactRow } from '../rows.ts';
import { foldProposals, PROPOSAL_FACT_TYPES, type Proposal } from './proposals.ts';

const MAX_ROWS = 20_000;
const MAX_SOURCE_ROWS = 20_000;
/** For these types, a later run or edit of the same name is a new event, and the earlier one still happened. */
const HAPPENED =
  /^(?:command\.completed|tool\.call\.|file\.edit\.|verification\.recorded|task\.|goal\.)/;

/** Cached by the rows that they were computed from. */
const folded = new WeakMap<readonly FactRow[], Folded>();

interface Folded {
  proposals: Proposal[];
  /** Seqs of the events that the proposals cite. */
  seqs: number[];
  /** The result for what is known about these events. */
  settled: { told: readonly FactRow[]; proposals: Proposal[] } | null;
}

function fold(rows: readonly FactRow[]): Folded {
  const known = folded.get(rows);
  if (known !== undefined) return known;
  const proposals = foldProposals(rows);
  const seqs = [...new Set(proposals.flatMap(({ sources }) => sources.map(({ seq }) => seq)))];
  const fresh = { proposals, seqs, settled: null };
  folded.set(rows, fresh);
  return fresh;
}

/** Every proposal of the sessions in its current state, or in its state at an event. */
export async function readProposals(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
  asOfSeq?: number,
): Promise<readonly Proposal[]> {
  const scope = { sessions: [...sessions], ...(asOfSeq !== undefined && { asOfSeq }) };
  const rows = await memory.facts({
    ...scope,
    types: [...PROPOSAL_FACT_TYPES],
    limit: MAX_ROWS,
    includeSuperseded: true,
    mayBeKept: true,
  });
  if (rows.length === 0) return [];
  const first = fold(rows);
  const told = await memory.facts({
    ...scope,
    seqs: first.seqs,
    limit: MAX_SOURCE_ROWS,
    includeSuperseded: true,
    mayBeKept: true,
  });
  if (first.settled?.told !== told) {
    const ended = endedIn(told);
    const proposals = ended.size === 0 ? first.proposals : foldProposals(rows, ended);
    first.settled = { told, proposals };
  }
  return first.settled.proposals;
}

/** Events whose content is no longer valid at all. */
function endedIn(told: readonly FactRow[]): Set<number> {
  const holds = new Set<number>();
  const stated = new Set<number>();
  for (const { seq, eventType, validTo } of told) {
    if (HAPPENED.test(eventType)) continue;
    stated.add(seq);
    if (validTo === null) holds.add(seq);
  }
  return new Set([...stated].filter((seq) => !holds.has(seq)));
}
