/** What a person decided about single texts: released for reading, or held back (DESIGN law 9). */
import type { Memory } from '../memory.ts';
import type { Recorded } from '../checkout/recorded.ts';
import type { FactRequest, FactRow } from '../rows.ts';

export type QuarantineDecision = 'released' | 'held';

/** The decision and the whole hash of the text that it is about: another text at that place is not decided. */
export interface DecidedText {
  decision: QuarantineDecision;
  /** 64 hex. */
  hash: string;
  /** The seq of the decision: what was added to the text later is not decided. */
  at: number;
}

/** By `session/seq`. */
export type QuarantineDecisions = ReadonlyMap<string, DecidedText>;

/** The entity type under which the projection keeps the decisions. */
export const QUARANTINE_TYPE = 'quarantine';
const MAX_DECISIONS = 10_000;

/** What to ask the facts for: also those made after a ref, since a text that a person holds is held everywhere. */
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
  // A decision counts where the text is: another session's log cannot release it.
  for (const { session, properties, seq: decidedAt } of facts) {
    const { decision, hash, seq } = properties;
    if (typeof hash !== 'string' || (decision !== 'released' && decision !== 'held')) continue;
    decisions.set(`${session}/${Number(seq)}`, { decision, hash, at: decidedAt });
  }
  return decisions;
}

/** What a person decided about exactly this text; null where nobody did. */
export function decisionOn(
  { session, seq, hash, told = 0 }: Pick<Recorded, 'session' | 'seq' | 'hash' | 'told'>,
  decisions: QuarantineDecisions,
): QuarantineDecision | null {
  const found = decisions.get(`${session}/${seq}`);
  const bare = hash.startsWith('sha256:') ? hash.slice('sha256:'.length) : hash;
  if (found === undefined || !found.hash.startsWith(bare)) return null;
  return found.decision === 'released' && found.at < told ? null : found.decision;
}
