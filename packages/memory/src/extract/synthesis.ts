/**
 * Composed answers and their outcomes. Found by their names and relations only: their text repeats a question and its
 * answer, and must never become evidence for the next one.
 */
import { isJsonObject, stringsAt, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  actor,
  bound,
  document,
  factEvent,
  textOf,
  type EdgeDraft,
  type EntityKey,
  type Extractor,
  type FactDraft,
} from './extracted.ts';

const NAME_CHARS = 200;
const MAX_ENTRIES = 64;

export const synthesisArtifact: Extractor = (event) => {
  const { payload } = event;
  const id = textOf(payload, 'artifact_id');
  if (id === '') return {};
  const artifact: EntityKey = { type: 'synthesis_artifact', name: bound(id, NAME_CHARS) };
  const candidates = objects(payload, 'answer_candidates');
  const rows = objects(payload, 'ledger_rows').filter((row) => textOf(row, 'fact_id') !== '');
  const content = `Synthesis artifact ${artifact.name}: ${candidates.length} answer candidates from ${rows.length} ledger rows.`;
  return {
    document: { ...document(content), searched: artifact.name },
    facts: [
      {
        ...artifact,
        content,
        properties: { query: bound(textOf(payload, 'query'), NAME_CHARS) },
        authority: 'non_authoritative',
      },
      ...candidates.map((each) => candidateFact(id, each, 'offered')),
    ],
    edges: [
      { source: actor(event), relation: 'created_synthesis_artifact', target: artifact },
      ...candidates.flatMap((each): EdgeDraft[] => {
        const target = candidateKey(id, each);
        return [
          { source: artifact, relation: 'artifact_has_answer_candidate', target },
          ...stringsAt(each, 'support_source_ids')
            .slice(0, MAX_ENTRIES)
            .map((group) => ({
              source: target,
              relation: 'candidate_supported_by_source_group',
              target: groupKey(group),
            })),
        ];
      }),
      ...rows.map((row): EdgeDraft => ({
        source: artifact,
        relation: 'artifact_has_ledger_row',
        target: { type: 'synthesis_ledger_row', name: bound(textOf(row, 'fact_id'), NAME_CHARS) },
      })),
    ],
  };
};

/** `memory.synthesis.used`, `.rejected`, `.corrected`: a new version of the candidate with its outcome. */
export const synthesisOutcome: Extractor = (event) => {
  const { payload } = event;
  const candidate = payload['candidate'];
  const id = textOf(payload, 'artifact_id');
  if (!isJsonObject(candidate) || id === '') return {};
  const outcome = event.type.slice(event.type.lastIndexOf('.') + 1);
  const fact = candidateFact(id, candidate, outcome);
  return {
    ...factEvent(event, `recorded_synthesis_${outcome}`, fact),
    document: { ...document(fact.content), searched: bound(id, NAME_CHARS) },
  };
};

/** `memory.evidence.reinforced` and `.excluded`, for one row or a complete candidate. */
export const evidenceOutcome: Extractor = (event) => {
  const { payload } = event;
  const outcome = event.type.endsWith('.reinforced') ? 'reinforced' : 'excluded';
  const group = textOf(payload, 'source_group');
  const groups = group === '' ? stringsAt(payload, 'support_source_ids') : [group];
  const name = evidenceName(event);
  if (name === '') return {};
  const evidence: EntityKey = { type: 'synthesis_evidence', name };
  const content = `Synthesis evidence ${name} was ${outcome}.`;
  return {
    document: { ...document(content), searched: name },
    facts: [{ ...evidence, content, properties: { outcome }, authority: 'non_authoritative' }],
    edges: [
      { source: actor(event), relation: `${outcome}_synthesis_evidence`, target: evidence },
      ...groups.slice(0, MAX_ENTRIES).map((each) => ({
        source: evidence,
        relation: 'cites_source_group',
        target: groupKey(each),
      })),
    ],
  };
};

function evidenceName({ payload }: StoredEvent): string {
  const row = textOf(payload, 'fact_id');
  if (row !== '') return bound(row, NAME_CHARS);
  const candidate = payload['candidate'];
  const id = textOf(payload, 'artifact_id');
  return isJsonObject(candidate) && id !== '' ? candidateKey(id, candidate).name : '';
}

/** The name of an artifact's candidate in the memory. */
export function candidateName(artifact: string, candidate: { answer_key: string }): string {
  return bound(`${artifact}/${candidate.answer_key}`, NAME_CHARS);
}

function candidateKey(artifact: string, candidate: JsonObject): EntityKey {
  const answer_key = textOf(candidate, 'answer_key');
  return { type: 'synthesis_answer_candidate', name: candidateName(artifact, { answer_key }) };
}

function candidateFact(artifact: string, candidate: JsonObject, outcome: string): FactDraft {
  const answer = bound(textOf(candidate, 'answer'), NAME_CHARS);
  return {
    ...candidateKey(artifact, candidate),
    content: `Answer candidate (${bound(textOf(candidate, 'type'), 40)}) was ${outcome}: ${answer}`,
    properties: { outcome, answer },
    authority: 'non_authoritative',
  };
}

function groupKey(group: string): EntityKey {
  return { type: 'source_group', name: bound(group, NAME_CHARS) };
}

function objects(payload: JsonObject, key: string): JsonObject[] {
  const value = payload[key];
  return Array.isArray(value) ? value.filter(isJsonObject).slice(0, MAX_ENTRIES) : [];
}
