/** The state of a mission, from its events and those of its workers. Pure. Ignores invalid events. */
import { compareText, isJsonObject, stringAt, stringsAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { bareHash } from '../operations/context.ts';
import { evidenceIn } from './evidence-item.ts';
import { isSameParty, writtenBy } from './party.ts';
import {
  isPromoted,
  REVIEWS,
  type EventRef,
  type Finding,
  type MissionState,
  type Review,
} from './state.ts';
import { isAllowedChange } from './transitions.ts';

/**
 * @param own The events in the mission's log
 * @param reports The events in each worker's log, by worker
 * @returns Null if no mission began in that log
 */
export function foldMission(
  id: string,
  own: readonly StoredEvent[],
  reports: ReadonlyMap<string, readonly StoredEvent[]>,
): MissionState | null {
  const created = own.find(({ type }) => type === 'coordination.mission.created');
  if (created === undefined) return null;
  const state: MissionState = {
    id,
    objective: stringAt(created.payload, 'objective'),
    startedAt: created.timestamp,
    starter: writtenBy(created),
    head: refOf(id, own.at(-1)!),
    workers: workersIn(own),
    assignments: [],
    findings: [],
    recorded: new Set(),
    handoffs: [],
    proofs: [],
  };
  const findings = new Map<string, Finding>();
  for (const worker of state.workers) {
    for (const event of reports.get(worker) ?? []) {
      const finding = findingOf(id, worker, event);
      if (finding !== null) findings.set(finding.id, finding);
    }
  }
  for (const event of own) apply(state, findings, event);
  state.findings = [...findings.values()].toSorted(
    (a, b) =>
      compareText(a.reportedAt, b.reportedAt) ||
      compareText(a.worker, b.worker) ||
      a.source.seq - b.source.seq,
  );
  return state;
}

/** The workers that joined, in order. */
export function workersIn(own: readonly StoredEvent[]): string[] {
  const ids = own
    .filter(({ type }) => type === 'coordination.worker.created')
    .map(({ payload }) => stringAt(payload, 'worker_id'));
  return [...new Set(ids)].filter((id) => id !== '');
}

function apply(state: MissionState, findings: Map<string, Finding>, event: StoredEvent): void {
  const { type, payload } = event;
  const ref = refOf(state.id, event);
  const finding = findings.get(stringAt(payload, 'finding_id'));
  switch (type.slice('coordination.'.length)) {
    case 'assignment.created':
      state.assignments.push({
        id: stringAt(payload, 'assignment_id'),
        worker: stringAt(payload, 'worker_id'),
        text: stringAt(payload, 'assignment'),
        expiresAt: stringAt(payload, 'expires_at') || null,
        createdAt: event.timestamp,
        ref,
      });
      return;
    case 'finding.reviewed': {
      const status = REVIEWS.find((each) => each === payload['status']);
      if (finding === undefined || status === undefined || !isAllowedChange(finding, status))
        return;
      finding.reviews.push(reviewOf(event, status, finding, ref));
      finding.status = status;
      return;
    }
    case 'finding.promoted': {
      const promoted = finding ?? promotedAlone(event, findings);
      if (promoted !== null && promoted.status === 'accepted' && promoted.promotion === null)
        promoted.promotion = ref;
      return;
    }
    case 'finding.retracted':
      if (finding !== undefined && isPromoted(finding) && finding.status === 'rejected')
        finding.retraction = ref;
      return;
    case 'conflict.detected':
      state.recorded.add(stringAt(payload, 'conflict_id'));
      return;
    case 'handoff.created':
      state.handoffs.push({
        id: stringAt(payload, 'handoff_id'),
        summary: stringAt(payload, 'summary'),
        nextSteps: stringsAt(payload, 'next_steps'),
        risks: stringsAt(payload, 'risks'),
        at: event.timestamp,
        ref,
      });
      return;
    case 'proof_packet.created':
      state.proofs.push({ packet: payload, ref });
      return;
  }
}

function findingOf(mission: string, worker: string, event: StoredEvent): Finding | null {
  const { type, payload, shredded } = event;
  if (type !== 'coordination.finding.reported' || shredded !== null) return null;
  if (stringAt(payload, 'mission_id') !== mission || stringAt(payload, 'worker_id') !== worker)
    return null;
  const id = stringAt(payload, 'finding_id');
  return id === '' ? null : emptyFinding(id, worker, event, refOf(worker, event));
}

/** The report was forgotten, so only the promotion of the finding is left. */
function promotedAlone(event: StoredEvent, findings: Map<string, Finding>): Finding | null {
  const id = stringAt(event.payload, 'finding_id');
  const { source } = event.payload;
  if (id === '' || !isJsonObject(source)) return null;
  const worker = stringAt(event.payload, 'worker_id');
  const at = { session_id: worker, seq: Number(source['seq']), hash: stringAt(source, 'hash') };
  const finding = emptyFinding(id, worker, event, at);
  finding.status = 'accepted';
  finding.isForgotten = true;
  findings.set(id, finding);
  return finding;
}

function emptyFinding(id: string, worker: string, event: StoredEvent, source: EventRef): Finding {
  const { payload, timestamp } = event;
  const confidence = payload['confidence'];
  return {
    id,
    worker,
    source,
    summary: stringAt(payload, 'summary'),
    evidence: evidenceIn(payload['evidence']),
    confidence: typeof confidence === 'number' ? confidence : null,
    claimKey: stringAt(payload, 'claim_key') || null,
    claimValue: stringAt(payload, 'claim_value') || null,
    reportedAt: timestamp,
    channel: event.origin?.channel ?? 'file',
    reporter: writtenBy(event),
    isForgotten: false,
    status: 'pending',
    reviews: [],
    promotion: null,
    retraction: null,
  };
}

function reviewOf(
  event: StoredEvent,
  status: Review['status'],
  finding: Finding,
  ref: EventRef,
): Review {
  const reviewer = writtenBy(event);
  const by = reviewer.isPerson
    ? 'person'
    : isSameParty(reviewer, finding.reporter)
      ? 'shared_connection'
      : 'other_agent';
  return { status, rationale: stringAt(event.payload, 'rationale'), actor: event.actorId, by, ref };
}

function refOf(session_id: string, { seq, hash }: StoredEvent): EventRef {
  return { session_id, seq, hash: bareHash(hash) };
}
