import { stringAt } from '@hookloom/core';
import type { Memory } from '../memory.ts';
import type { FactRow } from '../rows.ts';
import { foldMetacognition, METACOGNITION_FACT_TYPES, type Metacognition } from './open-items.ts';

const MAX_ROWS = 20_000;
export const CALL_FACT_TYPE = 'reasoning_call';
/** Cached by the rows that it was computed from. */
const folded = new WeakMap<readonly FactRow[], Metacognition>();

/**
 * Everything that agents recorded about the memory of the sessions, in its current state or in its state at an event.
 */
export async function readMetacognition(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
  asOfSeq?: number,
): Promise<Metacognition> {
  const scope = { ...scopeOf(sessions, asOfSeq), mayBeKept: true };
  const rows = await memory.facts({ ...scope, types: [...METACOGNITION_FACT_TYPES] });
  const read = folded.get(rows) ?? foldMetacognition(rows);
  folded.set(rows, read);
  const seqs = read.items
    .filter(({ kind, outcome }) => kind === 'conflict' && outcome === null)
    .flatMap(({ sources, conflicting }) => [...sources, ...conflicting].map(({ seq }) => seq));
  if (seqs.length === 0) return read;
  const ended = new Map<number, number>();
  const held = new Set<number>();
  for (const { seq, validTo, supersededBy } of await memory.facts({ ...scope, seqs })) {
    if (validTo === null) held.add(seq);
    else ended.set(seq, Math.max(ended.get(seq) ?? 0, supersededBy?.seq ?? 0));
  }
  for (const seq of held) ended.delete(seq);
  return ended.size === 0 ? read : foldMetacognition(rows, ended);
}

export interface ReasoningCalls {
  primitive: string;
  phase: string;
  count: number;
}

/** How often each reasoning tool was called, in the order of the first calls. */
export async function readCalls(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
  asOfSeq?: number,
): Promise<ReasoningCalls[]> {
  const rows = await memory.facts({ ...scopeOf(sessions, asOfSeq), types: [CALL_FACT_TYPE] });
  return rows
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ properties, reinforcementCount }) => ({
      primitive: stringAt(properties, 'primitive'),
      phase: stringAt(properties, 'phase'),
      count: 1 + reinforcementCount,
    }));
}

function scopeOf(sessions: readonly string[], asOfSeq: number | undefined) {
  return {
    sessions: [...sessions],
    limit: MAX_ROWS,
    includeSuperseded: true,
    ...(asOfSeq !== undefined && { asOfSeq }),
  };
}
