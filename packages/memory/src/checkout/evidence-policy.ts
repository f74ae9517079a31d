/**
 * Evidence that a purpose requires: events in the log with a type and an authority, never words in a text. An unmet
 * requirement changes what the checkout may be used for.
 */
import { renderCitation, type JsonObject } from '@hookloom/core';
import { checkWriter, type StoredEvent } from '@hookloom/core/events';
import type { MemoryReads } from '../memory.ts';
import {
  type Check,
  type CheckInput,
  type Requirement,
  isObserved,
  verifiedAfterLastEdit,
} from './verified-after-edit.ts';
import type { Purpose } from './purpose.ts';
import { type RefTarget } from './ref-target.ts';
import { bareHex } from '../store/stored-ids.ts';
import type { CheckoutDeps } from './request.ts';
import type { Row } from './select.ts';

export type EvidenceMode = 'block_checkout' | 'require_refresh' | 'warn';

export interface EvidenceReport {
  policy: string;
  mode: EvidenceMode;
  satisfied: boolean;
  requirements: Requirement[];
}

/** A fact that covers less of the question than this is about something else. */
const MIN_RELEVANT_COVERAGE = 0.3;
const MAX_CITATIONS = 3;

const promotedFinding: Check = async ({ session, newest }) => {
  const id = 'promoted_finding';
  const promoted = await newest('coordination.finding.promoted');
  return promoted === null
    ? {
        id,
        satisfied: false,
        citations: [],
        reason: 'No finding was promoted to the parent state.',
      }
    : {
        id,
        satisfied: true,
        citations: [renderCitation(session, promoted.seq, bareHex(promoted.hash))],
        reason: 'A finding was promoted to the parent state.',
      };
};

/** A cited row of one of these kinds with an authoritative source. */
const acceptedRecord =
  (kind: string, types: readonly string[]): Check =>
  ({ facts }) => {
    const rows = facts.filter(
      ({ authority, entityType }) => authority === 'accepted' && types.includes(entityType ?? ''),
    );
    return Promise.resolve(ofRows('accepted_record_on_the_question', rows, `accepted ${kind}`));
  };

const acceptedSecurityRecord = acceptedRecord(
  'decision, issue, policy, finding or verification',
  'context_policy decision finding issue verification'.split(' '),
);

const citedCurrentFacts: Check = ({ facts }) =>
  Promise.resolve(ofRows('cited_current_facts', facts, 'current fact'));

function ofRows(id: string, rows: readonly Row[], kind: string): Requirement {
  const citations = rows
    .filter(({ coverage }) => coverage >= MIN_RELEVANT_COVERAGE)
    .flatMap(({ citation }) => (citation === null ? [] : [citation]))
    .slice(0, MAX_CITATIONS);
  const satisfied = citations.length > 0;
  const reason = satisfied
    ? `A cited ${kind} is relevant to the question.`
    : `No cited ${kind} is relevant to the question.`;
  return { id, satisfied, citations, reason };
}

/** By the purpose's `evidence_policy`. An unknown policy requires nothing. */
const POLICIES: Readonly<Record<string, { mode: EvidenceMode; checks: Check[] }>> = {
  cited_security_evidence_required: {
    mode: 'block_checkout',
    checks: [acceptedSecurityRecord, verifiedAfterLastEdit],
  },
  release_gate_evidence_required: { mode: 'require_refresh', checks: [verifiedAfterLastEdit] },
  accepted_parent_state_with_citations_required: {
    mode: 'block_checkout',
    checks: [promotedFinding],
  },
  cited_resolution_required: {
    mode: 'require_refresh',
    checks: [
      acceptedRecord('decision, issue or verification', ['decision', 'issue', 'verification']),
    ],
  },
  cited_product_decision_required: {
    mode: 'require_refresh',
    checks: [
      acceptedRecord('goal, task, decision or preference', [
        'decision',
        'goal',
        'preference',
        'task',
      ]),
    ],
  },
  cited_commitment_required: {
    mode: 'require_refresh',
    checks: [
      acceptedRecord('decision, policy or verification', [
        'context_policy',
        'decision',
        'verification',
      ]),
    ],
  },
  cited_legal_record_required: {
    mode: 'block_checkout',
    checks: [acceptedRecord('decision or policy', ['context_policy', 'decision'])],
  },
  cited_accepted_state_required: {
    mode: 'require_refresh',
    checks: [
      acceptedRecord('decision, goal, task or handoff', ['decision', 'goal', 'handoff', 'task']),
    ],
  },
  cite_current_facts_and_verification: { mode: 'warn', checks: [citedCurrentFacts] },
  cited_current_facts_required: { mode: 'warn', checks: [citedCurrentFacts] },
};

/** Null if the purpose requires nothing. */
export async function checkEvidence(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  { profile }: Purpose,
  facts: readonly Row[],
  { session, target }: { session: string; target: RefTarget | null },
): Promise<EvidenceReport | null> {
  const policy = profile.evidence_policy;
  if (!Object.hasOwn(POLICIES, policy)) return null;
  const { mode, checks } = POLICIES[policy]!;
  const newest = newestOf({ memory, store }, session, target);
  const runs = observedRuns({ memory, store }, session, target);
  const requirements = await Promise.all(
    checks.map((check) => check({ facts, session, newest, runs })),
  );
  return {
    policy,
    mode,
    satisfied: requirements.every(({ satisfied }) => satisfied),
    requirements,
  };
}

/** The projection's entity types for these events, used for the state at a ref. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  'verification.recorded': 'verification',
  'file.edit.applied': 'file_edit',
  'coordination.finding.promoted': 'promotion',
};

function newestOf(
  { memory, store }: { memory: MemoryReads; store: Pick<CheckoutDeps['store'], 'at'> },
  session: string,
  target: RefTarget | null,
): CheckInput['newest'] {
  return async (type) => {
    const { latest } = await memory.stats(session);
    let seq = latest[type]?.seq ?? null;
    if (seq !== null && target !== null && seq > target.seq) {
      const rows = await memory.facts({
        sessions: [session],
        types: [ENTITY_TYPES[type]!],
        limit: 100,
        asOfSeq: target.seq,
        includeSuperseded: true,
      });
      seq = rows.reduce<number | null>((most, row) => Math.max(most ?? 0, row.seq), null);
    }
    const event = seq === null ? null : await store.at(session, seq);
    const isTelling = event?.type === type && event.shredded === null;
    return isTelling && checkWriter(event) === 'authorised' ? event : null;
  };
}

const RUN_TYPE = 'command.completed';
/** The outcome of such a run if it was recorded later. */
const SETTLED_TYPE = 'tool.call.settled';
const MAX_RUNS = 50;

/** Commands that the observer saw run. A model cannot append through that channel. */
function observedRuns(
  { memory, store }: { memory: MemoryReads; store: Pick<CheckoutDeps['store'], 'at'> },
  session: string,
  target: RefTarget | null,
): CheckInput['runs'] {
  return async (afterSeq) => {
    const { latest } = await memory.stats(session);
    if ((latest[RUN_TYPE]?.seq ?? 0) <= afterSeq) return [];
    const rows = await memory.events({
      sessions: [session],
      types: [RUN_TYPE, SETTLED_TYPE],
      containing: '',
      limit: MAX_RUNS,
      ...(target !== null && { asOfSeq: target.seq }),
    });
    const seqs = rows.map(({ seq }) => seq).filter((seq) => seq > afterSeq);
    const events = await Promise.all(seqs.map((seq) => store.at(session, seq)));
    return events
      .filter((event) => event !== null && event.shredded === null && isObserved(event))
      .map((event) => ({ event: event!, ran: ranAt(event!) }))
      .filter(({ ran }) => ran > afterSeq)
      .toSorted((one, other) => other.ran - one.ran || other.event.seq - one.event.seq)
      .map(({ event }) => event);
  };
}

/** The seq of the run, even if its outcome was recorded later. */
function ranAt({ type, seq, payload }: StoredEvent): number {
  if (type === RUN_TYPE) return seq;
  const settled = payload['settles_seq'];
  return type === SETTLED_TYPE && typeof settled === 'number' ? Math.min(settled, seq) : 0;
}

export function renderEvidence({
  policy,
  mode,
  satisfied,
  requirements,
}: EvidenceReport): JsonObject {
  return { policy, mode, satisfied, requirements: requirements.map((each) => ({ ...each })) };
}
