/**
 * Evidence that a purpose demands, as events of a type and an authority that the log holds: never as words in a text.
 * An unmet demand changes what the checkout may be used for.
 */
import { renderCitation, type JsonObject, type StoredEvent } from '@hookloom/core';
import type { Memory } from '../memory.ts';
import type { Purpose } from './purpose.ts';
import { bareHex, type RefTarget } from './ref-target.ts';
import type { CheckoutDeps } from './request.ts';
import type { Row } from './select.ts';

export type EvidenceMode = 'block_checkout' | 'require_refresh' | 'warn';

export interface Requirement {
  id: string;
  satisfied: boolean;
  /** What satisfies it, or what contradicts it. */
  citations: string[];
  reason: string;
}

export interface EvidenceReport {
  policy: string;
  mode: EvidenceMode;
  satisfied: boolean;
  requirements: Requirement[];
}

interface Looked {
  facts: readonly Row[];
  session: string;
  /** The newest event of a type, as of the target. */
  newest(type: string): Promise<StoredEvent | null>;
}

type Check = (looked: Looked) => Promise<Requirement>;

/** A fact below this share of the question is about something else. */
const BEARS_FROM = 0.3;
const PASSED = /^(?:pass|passed|passing|success|succeeded|successful|ok|green)$/i;
const MAX_CITATIONS = 3;

const verifiedAfterLastEdit: Check = async ({ session, newest }) => {
  const id = 'verification_passed_after_last_edit';
  const [verified, edited] = await Promise.all([
    newest('verification.recorded'),
    newest('file.edit.applied'),
  ]);
  if (verified === null)
    return {
      id,
      satisfied: false,
      citations: [],
      reason: 'No verification.recorded is in the log.',
    };
  const citations = [renderCitation(session, verified.seq, bareHex(verified.hash))];
  if (!hasPassed(verified))
    return { id, satisfied: false, citations, reason: 'The newest verification did not pass.' };
  if (edited !== null && edited.seq > verified.seq) {
    citations.push(renderCitation(session, edited.seq, bareHex(edited.hash)));
    return {
      id,
      satisfied: false,
      citations,
      reason: 'A file was edited after the newest verification.',
    };
  }
  return {
    id,
    satisfied: true,
    citations,
    reason: 'The newest verification passed after the last edit.',
  };
};

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

const SECURITY_RECORDS: ReadonlySet<string> = new Set([
  'context_policy',
  'decision',
  'finding',
  'issue',
  'verification',
]);

const acceptedSecurityRecord: Check = ({ facts }) =>
  Promise.resolve(
    ofRows(
      'accepted_record_on_the_question',
      facts.filter(
        ({ authority, entityType }) =>
          authority === 'accepted' && SECURITY_RECORDS.has(entityType ?? ''),
      ),
      'accepted decision, issue, policy, finding or verification',
    ),
  );

const citedCurrentFacts: Check = ({ facts }) =>
  Promise.resolve(ofRows('cited_current_facts', facts, 'current fact'));

function ofRows(id: string, rows: readonly Row[], kind: string): Requirement {
  const citations = rows
    .filter(({ coverage }) => coverage >= BEARS_FROM)
    .flatMap(({ citation }) => (citation === null ? [] : [citation]))
    .slice(0, MAX_CITATIONS);
  const satisfied = citations.length > 0;
  const reason = satisfied
    ? `A cited ${kind} bears on the question.`
    : `No cited ${kind} bears on the question.`;
  return { id, satisfied, citations, reason };
}

/** By the purpose's `evidence_policy`; a purpose with another one demands nothing. */
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
  cite_current_facts_and_verification: { mode: 'warn', checks: [citedCurrentFacts] },
  cited_current_facts_required: { mode: 'warn', checks: [citedCurrentFacts] },
};

export async function checkEvidence(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  { profile, conditioned }: Purpose,
  facts: readonly Row[],
  { session, target }: { session: string; target: RefTarget | null },
): Promise<EvidenceReport | null> {
  const policy = profile.evidence_policy;
  if (!conditioned || !Object.hasOwn(POLICIES, policy)) return null;
  const { mode, checks } = POLICIES[policy]!;
  const newest = newestOf({ memory, store }, session, target);
  const requirements = await Promise.all(checks.map((check) => check({ facts, session, newest })));
  return {
    policy,
    mode,
    satisfied: requirements.every(({ satisfied }) => satisfied),
    requirements,
  };
}

/** Entity types under which the projection keeps these events, for what was true at a ref. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  'verification.recorded': 'verification',
  'file.edit.applied': 'file_edit',
  'coordination.finding.promoted': 'promotion',
};

function newestOf(
  { memory, store }: { memory: Memory; store: Pick<CheckoutDeps['store'], 'at'> },
  session: string,
  target: RefTarget | null,
): Looked['newest'] {
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
    return event?.type === type && event.shredded === null ? event : null;
  };
}

function hasPassed({ payload }: StoredEvent): boolean {
  if (payload['exit_code'] === 0) return true;
  if (payload['passed'] === true) return true;
  return ['status', 'outcome', 'result'].some((key) => {
    const value = payload[key];
    return typeof value === 'string' && PASSED.test(value.trim());
  });
}

export function renderEvidence({
  policy,
  mode,
  satisfied,
  requirements,
}: EvidenceReport): JsonObject {
  return { policy, mode, satisfied, requirements: requirements.map((each) => ({ ...each })) };
}
