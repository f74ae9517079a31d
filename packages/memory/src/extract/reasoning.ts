/** Conclusions of agents about the memory. Stored by id for their own tools, and never found by a question. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { unsearched } from './consolidation.ts';
import { bound, textOf, type Extractor } from './extracted.ts';

const MAX_TEXT = 400;
const MAX_SOURCES = 50;

/** The same content again counts as one more call. */
export const primitiveCalled: Extractor = ({ payload }) => {
  const primitive = bound(textOf(payload, 'primitive'), 64);
  const phase = bound(textOf(payload, 'phase'), 32);
  if (primitive === '' || phase === '') return {};
  return unsearched({
    type: 'reasoning_call',
    name: `${primitive} ${phase}`,
    content: `${primitive} was called in the phase ${phase}.`,
    properties: { primitive, phase },
    authority: 'non_authoritative',
  });
};

export const claimAssessed: Extractor = (event) => {
  const { payload } = event;
  const { confidence, support_count, conflict_count, requires_reverify } = payload;
  return kept(event, 'confidence_assessment', textOf(payload, 'assessment_id'), {
    text: textOf(payload, 'claim'),
    confidence: numberOf(confidence),
    support_count: numberOf(support_count),
    conflict_count: numberOf(conflict_count),
    requires_reverify: requires_reverify === true,
  });
};

export const conflictClustered: Extractor = (event) => {
  const { payload } = event;
  return kept(event, 'conflict_cluster', textOf(payload, 'cluster_id'), {
    text: textOf(payload, 'claim'),
    source_events: sources(payload, 'supporting_source_events'),
    conflicting: sources(payload, 'conflicting_source_events'),
  });
};

export const reverifyRequested: Extractor = (event) => {
  const { payload } = event;
  return kept(event, 'reverify_request', textOf(payload, 'reverify_id'), {
    text: bound(textOf(payload, 'query'), MAX_TEXT),
    reason: bound(textOf(payload, 'reason'), MAX_TEXT),
    priority: bound(textOf(payload, 'priority'), 16),
    source_events: sources(payload, 'source_events'),
    conflicting: sources(payload, 'conflicting_source_events'),
  });
};

export const unknownRecorded: Extractor = (event) => {
  const { payload } = event;
  return kept(event, 'known_unknown', textOf(payload, 'unknown_id'), {
    text: bound(textOf(payload, 'question'), MAX_TEXT),
    reason: bound(textOf(payload, 'reason'), MAX_TEXT),
    gap_type: bound(textOf(payload, 'gap_type'), 32),
    reverify_query: bound(textOf(payload, 'reverify_query'), MAX_TEXT),
    source_events: sources(payload, 'source_events'),
  });
};

export const openItemClosed: Extractor = (event) => {
  const { payload, seq } = event;
  const id = bound(textOf(payload, 'id'), 128);
  return id === ''
    ? {}
    : unsearched({
        type: 'open_item_closing',
        name: `${id} ${seq}`,
        content: `${id} was closed.`,
        properties: { id, outcome: bound(textOf(payload, 'outcome'), 32) },
        authority: 'non_authoritative',
      });
};

function kept(
  { payload }: StoredEvent,
  type: string,
  id: string,
  properties: JsonObject,
): ReturnType<Extractor> {
  if (id === '') return {};
  return unsearched({
    type,
    name: bound(id, 128),
    content: `${bound(id, 128)} was recorded.`,
    properties: { claim_key: bound(textOf(payload, 'claim_key'), MAX_TEXT), ...properties },
    authority: 'non_authoritative',
  });
}

function sources(payload: JsonObject, key: string): JsonObject[] {
  const value = payload[key];
  return Array.isArray(value) ? value.filter(isJsonObject).slice(0, MAX_SOURCES) : [];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
