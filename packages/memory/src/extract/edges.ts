/** Generated relations: an edge with its evidence, and a fact without authority that states the same. */
import { CAUSAL_RELATIONS, isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { causalRelation, graphLabel } from '../causal/relations.ts';
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
} from './extracted.ts';

const MAX_NAME_CHARS = 300;
const MAX_TEXT_CHARS = 500;
const MAX_RELATION_CHARS = 80;

export const causalEdge: Extractor = (event) => {
  const relation = causalLabel(event.payload);
  return relation === null ? {} : generated(event, relation, 'causal_edge');
};

export const inferredEdge: Extractor = (event) => {
  const relation = anyLabel(event.payload);
  return relation === null ? {} : generated(event, relation, 'inferred_edge');
};

/** Ends the validity of the edge and of the fact that states it. */
export const retractedEdge: Extractor = (event) => {
  const relation = anyLabel(event.payload);
  const edge = relation === null ? null : ends(event.payload, relation);
  if (edge === null) return {};
  const { source, target } = edge;
  const reason = labelled('Reason', textOf(event.payload, 'reason'));
  const at = event.timestamp;
  // A cause may be named by its taxonomy value or its label.
  const cause = causalLabel(event.payload);
  const labels = [...new Set([edge.relation, ...(cause === null ? [] : [cause])])];
  const edges = labels.map((relation) => ({ ...edge, relation, at }));
  return {
    document: document(
      sentence(`Retracted: ${source.name} ${edge.relation} ${target.name}`, reason),
    ),
    retract: edges,
    invalidate: edges.flatMap((each) =>
      ['causal_edge', 'inferred_edge'].map((type) => ({ type, name: edgeName(each), at })),
    ),
  };
};

function generated(event: StoredEvent, relation: string, type: string): Partial<Extracted> {
  const { payload } = event;
  const edge = ends(payload, relation);
  if (edge === null) return {};
  const properties = edgeProperties(payload);
  const { source, target } = edge;
  const { confidence, method, review_status } = properties;
  const kind = type === 'causal_edge' ? 'Proposed cause' : 'Inferred relation';
  const content = sentence(
    `${kind}: ${source.name} ${relation} ${target.name}`,
    typeof confidence === 'number' ? `Confidence ${confidence}` : '',
    labelled('Method', method),
    labelled('Review', review_status),
  );
  const name = edgeName(edge);
  return {
    document: document(content),
    facts: [
      {
        type,
        name,
        content,
        properties: {
          relation,
          source: source.name,
          target: target.name,
          review_status,
          ...(typeof confidence === 'number' && { confidence }),
        },
        authority: 'non_authoritative',
      },
    ],
    edges: [
      { ...edge, properties },
      { source: actor(event), relation: 'generated_edge', target: { type, name } },
    ],
  };
}

function edgeName({ source, relation, target }: EdgeDraft): string {
  return bound(`${source.name} ${relation} ${target.name}`, 2 * MAX_NAME_CHARS);
}

/** A generated edge has no authority, whatever the event claims. */
function edgeProperties(payload: JsonObject) {
  const confidence = payload['confidence'];
  const evidence = payload['evidence'];
  return {
    confidence: typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence)) : null,
    method:
      bound(textOf(payload, 'causal_method', 'method', 'inference_method'), 200) || 'unstated',
    // Edges are not reviewed. A review field in the event is ordinary text.
    review_status: 'proposed',
    authority_status: 'non_authoritative',
    evidence: isJsonObject(evidence) ? plain(evidence) : {},
  };
}

/** Numbers, booleans and short texts of a flat object, stored with the edge. */
function plain(object: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(object).slice(0, 20)) {
    if (key.length > 64) continue;
    if (typeof value === 'string') out[key] = bound(value, MAX_TEXT_CHARS);
    else if (typeof value === 'number' || typeof value === 'boolean') out[key] = value;
  }
  return out;
}

/** `caused`, or the label `causal_caused`; null if it is not in the taxonomy. */
function causalLabel(payload: JsonObject): string | null {
  const said = textOf(payload, 'relation_type', 'graph_relation_type');
  const relation = causalRelation(said) ?? CAUSAL_RELATIONS.find((name) => name === said);
  return relation === undefined ? null : graphLabel(relation);
}

/** The graph's own label, if there is one. A cause may be retracted under either spelling. */
function anyLabel(payload: JsonObject): string | null {
  const label = textOf(payload, 'graph_relation_type', 'relation_type').toLowerCase();
  const relation = label.replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  return relation === '' ? null : bound(relation, MAX_RELATION_CHARS);
}

function ends(payload: JsonObject, relation: string): EdgeDraft | null {
  const source = endpoint(payload['source']);
  const target = endpoint(payload['target']);
  if (source === null || target === null) return null;
  return { source, relation, target };
}

function endpoint(value: unknown): EntityKey | null {
  if (!isJsonObject(value)) return null;
  const name = bound(textOf(value, 'name'), MAX_NAME_CHARS);
  if (name === '') return null;
  return { type: bound(textOf(value, 'entity_type', 'type') || 'entity', 64), name };
}
