/**
 * Missions: what workers found and what a coordinator decided. A worker's finding has no authority, in its own log or
 * anywhere else. Only a promotion states a fact, in the log of the mission.
 */
import { isJsonObject, stringsAt, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  actor,
  bound,
  document,
  labelled,
  sentence,
  textOf,
  type EdgeDraft,
  type EntityKey,
  type Extracted,
  type Extractor,
  type FactDraft,
} from './extracted.ts';

const NAME_CHARS = 300;
const TEXT_CHARS = 500;
const MAX_ITEMS = 50;

export const missionCreated: Extractor = (event) => {
  const mission = keyOf(event, 'mission', 'mission_id');
  const objective = textOf(event.payload, 'objective');
  return stated(
    { ...mission, content: sentence(`Mission ${mission.name}: ${objective}`), bucket: 'goal' },
    { properties: { status: 'active' } },
    [{ source: actor(event), relation: 'started_mission', target: mission }],
  );
};

export const workerCreated: Extractor = (event) => {
  const [mission, worker] = [
    keyOf(event, 'mission', 'mission_id'),
    keyOf(event, 'worker', 'worker_id'),
  ];
  return stated({ ...worker, content: `Worker ${worker.name} joined ${mission.name}.` }, {}, [
    { source: mission, relation: 'mission_has_worker', target: worker },
  ]);
};

export const assignmentCreated: Extractor = (event) => {
  const { payload } = event;
  const assignment = keyOf(event, 'assignment', 'assignment_id');
  const worker = keyOf(event, 'worker', 'worker_id');
  const task = bound(textOf(payload, 'assignment'), TEXT_CHARS);
  const expires = textOf(payload, 'expires_at');
  return stated(
    {
      ...assignment,
      content: sentence(`${worker.name} was assigned: ${task}`),
      bucket: 'task',
    },
    {
      properties: {
        status: 'assigned',
        worker_id: worker.name,
        ...(expires !== '' && { lease_ends: expires }),
      },
    },
    [{ source: worker, relation: 'worker_has_assignment', target: assignment }],
  );
};

/** In the worker's log. */
export const findingReported: Extractor = (event) => {
  const { payload } = event;
  const finding = keyOf(event, 'finding', 'finding_id');
  const worker = keyOf(event, 'worker', 'worker_id');
  return stated(
    { ...finding, content: sentence(`Pending finding of ${worker.name}`, summaryOf(payload)) },
    { properties: { ...findingOf(payload), finding_status: 'pending' } },
    [{ source: worker, relation: 'worker_reported_finding', target: finding }],
  );
};

/** Only the decision: the words of a finding enter the mission's memory with its promotion. */
export const findingReviewed: Extractor = (event) => {
  const { payload } = event;
  const finding = keyOf(event, 'finding', 'finding_id');
  const status = bound(textOf(payload, 'status'), 40);
  const review = { type: 'finding_review', name: finding.name };
  return stated(
    {
      ...review,
      content: sentence(
        `Finding ${finding.name} was reviewed: ${status}`,
        labelled('Rationale', bound(textOf(payload, 'rationale'), TEXT_CHARS)),
      ),
    },
    { properties: { ...findingOf(payload), finding_status: status } },
    [{ source: actor(event), relation: 'coordinator_reviewed_finding', target: finding }],
  );
};

export const findingPromoted: Extractor = (event) => {
  const { payload } = event;
  const finding = keyOf(event, 'finding', 'finding_id');
  const promotion = promotionOf(finding);
  return stated(
    { ...promotion, content: sentence(summaryOf(payload)), bucket: 'decision' },
    {
      properties: { ...findingOf(payload), finding_status: 'accepted' },
      authority: 'accepted',
    },
    [
      {
        source: finding,
        relation: 'finding_promoted_to_parent',
        target: keyOf(event, 'mission', 'mission_id'),
      },
    ],
  );
};

export const findingRetracted: Extractor = (event) => {
  const finding = keyOf(event, 'finding', 'finding_id');
  const why = labelled('Rationale', bound(textOf(event.payload, 'rationale'), TEXT_CHARS));
  return {
    document: document(sentence(`Finding ${finding.name} was retracted`, why)),
    invalidate: [{ ...promotionOf(finding), at: event.timestamp }],
  };
};

export const conflictDetected: Extractor = (event) => {
  const { payload } = event;
  const conflict = keyOf(event, 'conflict', 'conflict_id');
  const findings = names(payload, 'finding_ids').map((name) => ({ type: 'finding', name }));
  const subject = bound(textOf(payload, 'subject'), TEXT_CHARS);
  return stated(
    {
      ...conflict,
      content: sentence(
        `Findings disagree on ${subject}: ${names(payload, 'finding_ids').join(', ')}`,
      ),
      bucket: 'blocker',
    },
    { properties: { conflict_kind: bound(textOf(payload, 'kind'), 40) } },
    [
      {
        source: keyOf(event, 'mission', 'mission_id'),
        relation: 'mission_has_conflict',
        target: conflict,
      },
      ...findings.map((target) => ({
        source: conflict,
        relation: 'finding_conflicts_with',
        target,
      })),
    ],
  );
};

export const missionHandedOff: Extractor = (event) => {
  const { payload } = event;
  const handoff = keyOf(event, 'handoff', 'handoff_id');
  return stated(
    {
      ...handoff,
      content: sentence(
        `Handoff: ${bound(textOf(payload, 'summary'), TEXT_CHARS)}`,
        labelled('Next', names(payload, 'next_steps').join('; ')),
        labelled('Risks', names(payload, 'risks').join('; ')),
      ),
    },
    { properties: { mission_id: textOf(payload, 'mission_id') } },
    [
      {
        source: keyOf(event, 'mission', 'mission_id'),
        relation: 'mission_has_handoff',
        target: handoff,
      },
    ],
  );
};

/** Found by its names and relations: the text of an answer never becomes evidence for the next one. */
export const proofCreated: Extractor = (event) => {
  const { payload, seq } = event;
  const artifact = keyOf(event, 'synthesis_artifact', 'artifact_id');
  const proof = {
    type: 'coordination_proof_packet',
    name: bound(`${textOf(payload, 'mission_id')}:proof:${seq}`, NAME_CHARS),
  };
  const findings = names(payload, 'accepted_finding_ids');
  const scope = bound(textOf(payload, 'decision_scope'), 40);
  const rows = objects(payload, 'non_authoritative_rows');
  const made = stated(
    {
      ...proof,
      content: sentence(`Proof packet for ${scope}`, labelled('Rests on', findings.join(', '))),
    },
    { properties: { decision_scope: scope, artifact_id: artifact.name } },
    [
      {
        source: keyOf(event, 'mission', 'mission_id'),
        relation: 'mission_has_proof_packet',
        target: proof,
      },
      { source: proof, relation: 'proof_links_synthesis_artifact', target: artifact },
      ...findings.map((name) => ({
        source: proof,
        relation: 'proof_uses_accepted_finding',
        target: { type: 'finding', name },
      })),
    ],
  );
  return {
    ...made,
    facts: [...made.facts!, ...rows.map((row, at) => rowFact(proof.name, row, at))],
  };
};

function rowFact(proof: string, row: JsonObject, at: number): FactDraft {
  const status = bound(textOf(row, 'status'), 40);
  const group = bound(textOf(row, 'source_group'), TEXT_CHARS);
  return {
    type: 'coordination_non_authoritative_row',
    name: bound(`${proof}:${at + 1}`, NAME_CHARS),
    content: sentence(`Left out of the proof (${status}): ${group}`),
    properties: { coordination_status: status },
    authority: 'non_authoritative',
  };
}

function stated(
  { content, ...key }: EntityKey & Pick<FactDraft, 'content' | 'bucket'>,
  { properties = {}, authority = 'non_authoritative' }: Partial<FactDraft>,
  edges: EdgeDraft[],
): Partial<Extracted> {
  if (key.name === '') return {};
  return {
    document: document(content),
    facts: [{ ...key, content, properties, authority }],
    edges,
  };
}

/** The fact that a promotion states; a retraction ends it. */
function promotionOf({ name }: EntityKey): EntityKey {
  return { type: 'promotion', name };
}

function keyOf({ payload }: StoredEvent, type: string, field: string): EntityKey {
  return { type, name: bound(textOf(payload, field), NAME_CHARS) };
}

function summaryOf(payload: JsonObject): string {
  const key = textOf(payload, 'claim_key');
  const value = textOf(payload, 'claim_value');
  const claim = key === '' || value === '' ? '' : `${key} = ${value}`;
  return sentence(bound(textOf(payload, 'summary'), TEXT_CHARS), bound(claim, TEXT_CHARS));
}

function findingOf(payload: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const key of ['mission_id', 'worker_id', 'claim_key', 'claim_value']) {
    const value = bound(textOf(payload, key), TEXT_CHARS);
    if (value !== '') out[key] = value;
  }
  return out;
}

function names(payload: JsonObject, key: string): string[] {
  return stringsAt(payload, key)
    .slice(0, MAX_ITEMS)
    .map((item) => bound(item.trim(), TEXT_CHARS))
    .filter((item) => item !== '');
}

function objects(payload: JsonObject, key: string): JsonObject[] {
  const value = payload[key];
  return Array.isArray(value) ? value.filter(isJsonObject).slice(0, MAX_ITEMS) : [];
}
