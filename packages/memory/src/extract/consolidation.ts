/**
 * Proposals, their reviews and their promotion. A proposal is found only by its id: its text repeats recorded events
 * and must never become evidence for the next question. Only a promotion states something.
 */
import { isJsonObject, stringsAt, type JsonObject } from '@hookloom/core';
import { bound, document, sentence, textOf, type Extractor, type FactDraft } from './extracted.ts';

const MAX_TITLE = 400;
const MAX_SUMMARY = 2000;
const MAX_SOURCES = 50;
const MAX_STEPS = 50;

export const candidateCreated: Extractor = ({ payload }) => {
  const id = textOf(payload, 'candidate_id');
  const kind = textOf(payload, 'candidate_type');
  if (id === '') return {};
  return proposal('consolidation_candidate', id, {
    kind,
    title: bound(textOf(payload, 'title'), MAX_TITLE),
    summary: bound(textOf(payload, 'summary'), MAX_SUMMARY),
    method: textOf(payload, 'method'),
    steps: stringsAt(payload, 'steps').slice(0, MAX_STEPS),
    ...instructionsIn(payload),
    ...shared(payload),
  });
};

/** The fields of a mined procedure. */
function instructionsIn(payload: JsonObject): JsonObject {
  const instructions = stringsAt(payload, 'instructions').slice(0, MAX_STEPS);
  if (instructions.length === 0) return {};
  return { instructions, when: bound(textOf(payload, 'when'), MAX_TITLE) };
}

export const beliefProposed: Extractor = ({ payload }) => {
  const id = textOf(payload, 'belief_id');
  if (id === '') return {};
  return proposal('belief_proposal', id, {
    kind: 'belief',
    title: bound(textOf(payload, 'claim'), MAX_TITLE),
    summary: bound(textOf(payload, 'rationale'), MAX_SUMMARY),
    claim_key: bound(textOf(payload, 'claim_key'), MAX_TITLE),
    ...shared(payload),
  });
};

export const candidateReviewed: Extractor = ({ payload, seq }) => {
  const candidate_id = textOf(payload, 'candidate_id');
  const status = textOf(payload, 'status');
  if (candidate_id === '') return {};
  return unsearched({
    type: 'consolidation_review',
    name: `${candidate_id} ${seq}`,
    content: `Proposal ${candidate_id} was ${status}.`,
    properties: { candidate_id, status },
    authority: 'non_authoritative',
  });
};

/** A promoted procedure is a separate `skill.proposed` event. */
export const candidatePromoted: Extractor = ({ payload, origin }) => {
  const id = textOf(payload, 'candidate_id');
  const type = textOf(payload, 'candidate_type');
  if (id === '' || origin?.channel !== 'user') return {};
  const [title, summary] = [textOf(payload, 'title'), textOf(payload, 'summary')];
  const content = title === summary ? sentence(title) : sentence(title, summary);
  const isFact = type === 'claim' || type === 'episode';
  return promoted(id, isFact ? { type, name: bound(title, MAX_TITLE), content } : null);
};

export const beliefPromoted: Extractor = ({ payload, origin }) => {
  const id = textOf(payload, 'belief_id');
  const claim = bound(textOf(payload, 'claim'), MAX_TITLE);
  if (id === '' || claim === '' || origin?.channel !== 'user') return {};
  return promoted(id, { type: 'belief', name: claim, content: sentence(claim) });
};

function promoted(
  candidate_id: string,
  fact: Pick<FactDraft, 'type' | 'name' | 'content'> | null,
): ReturnType<Extractor> {
  const step: FactDraft = {
    type: 'consolidation_promotion',
    name: candidate_id,
    content: `Proposal ${candidate_id} was promoted by a person.`,
    properties: { candidate_id },
    authority: 'non_authoritative',
  };
  if (fact === null) return unsearched(step);
  const result: FactDraft = { ...fact, properties: { candidate_id }, authority: 'accepted' };
  return { document: document(fact.content), facts: [result, step] };
}

function proposal(type: string, name: string, properties: JsonObject): ReturnType<Extractor> {
  return unsearched({
    type,
    name,
    content: `Proposal ${name} was recorded.`,
    properties,
    authority: 'non_authoritative',
  });
}

function shared(payload: JsonObject): JsonObject {
  const { confidence, source_events: sources } = payload;
  return {
    confidence: typeof confidence === 'number' ? confidence : 0,
    source_events: Array.isArray(sources) ? sources.filter(isJsonObject).slice(0, MAX_SOURCES) : [],
  };
}

/** Omitted from the search and from the recent events. */
export function unsearched(fact: FactDraft): ReturnType<Extractor> {
  return {
    document: { ...document(fact.content, {}, 'document'), searched: '' },
    facts: [fact],
  };
}
