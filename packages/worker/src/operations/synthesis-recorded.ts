/** What was recorded earlier about an answer and one of its candidates. */
import type { AnswerCandidate } from '@hookloom/memory';
import { bareHash, type OperationContext, type Placed } from './context.ts';
import { openedMemory } from '../memory-access.ts';

export interface EventReference extends Placed {
  event_type: string;
}

export interface RecordedOutcome extends Placed {
  outcome: string;
}

interface Earlier extends RecordedOutcome {
  reason: string | null;
  event: EventReference;
  shown: RecordedOutcome;
}

/** The newest outcome counts. Null if there is none. */
export async function recordedBefore(
  context: OperationContext,
  session: string,
  { artifact_id, chosen }: { artifact_id: string; chosen: AnswerCandidate | null },
): Promise<{ artifact: EventReference | null; outcome: Earlier | null }> {
  const memory = await openedMemory(context);
  const { candidateName } = await import('@hookloom/memory');
  const names = [artifact_id, ...(chosen === null ? [] : [candidateName(artifact_id, chosen)])];
  const types = ['synthesis_artifact', 'synthesis_answer_candidate', 'synthesis_evidence'];
  const rows = await memory.facts({ sessions: [session], types, names, limit: 10 });
  const newestFirst = rows.toSorted((a, b) => b.seq - a.seq);
  const kept = newestFirst.find(({ entityType }) => entityType === 'synthesis_artifact');
  const judged = newestFirst.find(
    ({ entityType, properties }) =>
      entityType !== 'synthesis_artifact' && properties['outcome'] !== 'offered',
  );
  const stored = judged === undefined ? null : await context.store.at(session, judged.seq);
  return {
    artifact: kept === undefined ? null : referenceTo(kept),
    outcome: judged === undefined || stored === null ? null : earlier(judged, stored.payload),
  };
}

interface Row {
  seq: number;
  hash: string;
  eventType: string;
}

function earlier(row: Row, { outcome, reason }: Record<string, unknown>): Earlier {
  const event = referenceTo(row);
  const { seq, hash } = event;
  const shown = { outcome: typeof outcome === 'string' ? outcome : 'unknown', seq, hash };
  return { ...shown, reason: typeof reason === 'string' ? reason : null, event, shown };
}

function referenceTo({ seq, hash, eventType }: Row): EventReference {
  return { seq, hash: bareHash(hash), event_type: eventType };
}
