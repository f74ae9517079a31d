/** What a person decided about single texts: released for reading, or held back (DESIGN law 9). */
import type { Memory } from '../memory.ts';

export type QuarantineDecision = 'released' | 'held';

/** The decision and the whole hash of the text that it is about: another text at that place is not decided. */
export interface DecidedText {
  decision: QuarantineDecision;
  /** 64 hex. */
  hash: string;
}

/** By `session/seq`. */
export type QuarantineDecisions = ReadonlyMap<string, DecidedText>;

/** The entity type under which the projection keeps the decisions. */
export const QUARANTINE_TYPE = 'quarantine';
const MAX_DECISIONS = 10_000;

/** The newest decision about each text. Also those made after a ref: a text that a person holds is held everywhere. */
export async function readDecisions(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
): Promise<QuarantineDecisions> {
  const facts = await memory.facts({
    sessions: [...sessions],
    types: [QUARANTINE_TYPE],
    limit: MAX_DECISIONS,
  });
  const decisions = new Map<string, DecidedText>();
  // A decision counts where the text is: another session's log cannot release it.
  for (const { session, properties } of facts) {
    const { decision, hash, seq } = properties;
    if (typeof hash !== 'string' || (decision !== 'released' && decision !== 'held')) continue;
    decisions.set(`${session}/${Number(seq)}`, { decision, hash });
  }
  return decisions;
}
