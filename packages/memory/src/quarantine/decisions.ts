/** A person's decisions about single texts: released for reading, or withheld. */
import type { Memory } from '../memory.ts';
import type { Recorded } from '../shown/recorded.ts';
import type { FactRequest, FactRow } from '../rows.ts';

export type QuarantineDecision = 'released' | 'held';

/** The decision, and the full hash of its text. Does not apply to another text at the same position. */
export interface DecidedText {
  decision: QuarantineDecision;
  /** 64 hex digits. */
  hash: string;
  /** The seq of the decision, which does not cover text that was added later. */
  at: number;
}

/** By `session/seq`. */
export type QuarantineDecisions = ReadonlyMap<string, DecidedText>;

/** The entity type of the decisions in the projection. */
export const QUARANTINE_TYPE = 'quarantine';
const MAX_DECISIONS = 10_000;

/** The request for decisions. Includes those after a ref, because a withheld text is withheld everywhere. */
export function decisionsRequest(sessions: readonly string[]): FactRequest {
  return { sessions: [...sessions], types: [QUARANTINE_TYPE], limit: MAX_DECISIONS };
}

/** The newest decision about each text. */
export async function readDecisions(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
): Promise<QuarantineDecisions> {
  return decisionsIn(await memory.facts(decisionsRequest(sessions)));
}

/** The decisions among the facts. */
export function decisionsIn(facts: readonly FactRow[]): QuarantineDecisions {
  const decisions = new Map<string, DecidedText>();
  // A decision only counts in the log of its text, so the log of another session cannot release it.
  for (const { session, properties, seq: decidedAt } of facts) {
    const { decision, hash, seq } = properties;
    if (typeof hash !== 'string' || (decision !== 'released' && decision !== 'held')) continue;
    decisions.set(`${session}/${Number(seq)}`, { decision, hash, at: decidedAt });
  }
  return decisions;
}

/** A person's decision about exactly this text; null if there is none. */
export function decisionOn(
  { session, seq, hash, told = 0 }: Pick<Recorded, 'session' | 'seq' | 'hash' | 'told'>,
  decisions: QuarantineDecisions,
): QuarantineDecision | null {
  const found = decisions.get(`${session}/${seq}`);
  const bare = hash.startsWith('sha256:') ? hash.slice('sha256:'.length) : hash;
  if (found === undefined || !found.hash.startsWith(bare)) return null;
  return found.decision === 'released' && found.at < told ? null : found.decision;
}
