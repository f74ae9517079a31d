import { CAUSAL_RELATIONS, renderCitation, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  causalRelation,
  graphLabel,
  readDecisions,
  type CausalRelation,
  type EdgeRow,
  type QuarantineDecisions,
} from '@hookloom/memory';
import { cleanText, showName, showText, showValues, textsIn } from '@hookloom/memory/checkout';
import { z } from 'zod';
import {
  bareHash,
  readableSession,
  readOperation,
  sessionId,
  type OperationContext,
} from './context.ts';
import { openedMemory } from '../memory-access.ts';

/** `memory_causal_successors`, `memory_causal_predecessors`. */
export const causalRequest = z.strictObject({
  entity_name: z.string().min(1).max(512),
  relation_type: z.enum(CAUSAL_RELATIONS).optional(),
  depth: z.int().min(1).max(5).optional(),
  session_id: sessionId,
});

/** The same for the command line, which can limit the start to one type. */
const causalQuery = causalRequest.extend({ entity_type: z.string().min(1).max(64).optional() });
type CausalQuery = z.output<typeof causalQuery>;

export interface CausalResult {
  source: { name: string; entity_type: string };
  target: { name: string; entity_type: string };
  relation_type: CausalRelation;
  graph_relation_type: string;
  /** 0 to 1, or null if none was given. */
  confidence: number | null;
  method: string;
  /** Citation of the evidence event; null if it is not in the log. */
  citation: string | null;
  review_status: string;
  authority_status: 'non_authoritative';
  evidence: JsonObject;
  path_length: number;
  /** Its words are omitted because a person withheld the edge or the text addresses the assistant. */
  withheld?: { id: string; reason: string };
}

export interface CausalAnswer {
  results: CausalResult[];
}

const DEFAULT_DEPTH = 2;
const MAX_RESULTS = 100;

/** What an entity led to, nearest first: generated and cited, never authoritative. */
export const causalSuccessors = readOperation(causalQuery, (context, request) =>
  causes(context, request, 'out'),
);

/** What led to an entity. */
export const causalPredecessors = readOperation(causalQuery, (context, request) =>
  causes(context, request, 'in'),
);

async function causes(context: OperationContext, request: CausalQuery, direction: 'in' | 'out') {
  const { entity_name, entity_type, relation_type, depth, session_id } = request;
  const session = await readableSession(context, { session_id });
  const memory = await openedMemory(context);
  const followed = relation_type === undefined ? CAUSAL_RELATIONS : [relation_type];
  const walk = memory.walk ?? memory.edges;
  const edges = await walk({
    sessions: [session],
    entities: [{ name: entity_name, ...(entity_type !== undefined && { type: entity_type }) }],
    direction,
    relations: followed.map(graphLabel),
    depth: depth ?? DEFAULT_DEPTH,
    limit: MAX_RESULTS,
  });
  const decisions = await readDecisions(memory, [session]);
  const results = await Promise.all(edges.map((edge) => resultOf(context, edge, decisions)));
  return { results: results.filter((result) => result !== null) };
}

async function resultOf(
  context: OperationContext,
  edge: EdgeRow,
  decisions: QuarantineDecisions,
): Promise<CausalResult | null> {
  const relation = causalRelation(edge.relation);
  const recorded = await context.store.at(edge.session, edge.seq);
  // The event was forgotten after it was projected.
  if (relation === null || (recorded !== null && recorded.shredded !== null)) return null;
  const { confidence, method, review_status, evidence } = edge.properties;
  const shown = shownEdge(edge, decisions);
  const claimed = shown.withheld === null ? asObject(evidence) : {};
  const checked = await checkEvidence(context, edge, claimed);
  return {
    source: shown.end(edge.source),
    target: shown.end(edge.target),
    relation_type: relation,
    graph_relation_type: edge.relation,
    confidence: typeof confidence === 'number' ? confidence : null,
    method: typeof method === 'string' ? shown.text(method) : 'unstated',
    citation: checked.citation,
    review_status: typeof review_status === 'string' ? shown.text(review_status) : 'proposed',
    authority_status: 'non_authoritative',
    evidence: { ...showValues(checked.claimed, shown.reported), ...checked.found },
    path_length: edge.pathLength,
    ...(shown.withheld !== null && { withheld: shown.withheld }),
  };
}

/** Names are recorded text too: fenced if reported, omitted if the edge is withheld. */
function shownEdge(edge: EdgeRow, decisions: QuarantineDecisions) {
  const { session, seq, hash, channel, source, target, properties } = edge;
  const words = [source.type, source.name, target.type, target.name, textsIn(properties)];
  const recorded = { session, seq, hash, channel, text: words.join('\n') };
  const { content, reported, withheld } = showText(recorded, '', decisions);
  const text = (said: string): string => {
    if (withheld !== null) return content;
    return reported ? showName(said) : cleanText(said);
  };
  return {
    reported,
    withheld,
    text,
    end: ({ name, type }: EdgeRow['source']) => ({ name: text(name), entity_type: text(type) }),
  };
}

/** Verifies the evidence when the edge is read, because what an event says about itself is not a citation. */
async function checkEvidence({ store }: OperationContext, edge: EdgeRow, claimed: JsonObject) {
  const { source_event_seq: seq, source_event_hash: hash } = claimed;
  const recorded_by = renderCitation(edge.session, edge.seq, edge.hash);
  if (
    typeof seq !== 'number' ||
    !Number.isSafeInteger(seq) ||
    seq < 1 ||
    typeof hash !== 'string'
  ) {
    const found = { recorded_by, resolved: false, reason: 'no_evidence' };
    return { citation: null, claimed, found };
  }
  const event = await store.at(edge.session, seq);
  const reason = whyUnresolved(event, bareHash(hash).toLowerCase());
  return reason === null
    ? {
        citation: renderCitation(edge.session, seq, event!.hash),
        claimed,
        found: { recorded_by, resolved: true },
      }
    : { citation: null, claimed, found: { recorded_by, resolved: false, reason } };
}

const SHORTEST_HASH = 12;

function whyUnresolved(event: StoredEvent | null, claimed: string): string | null {
  if (event === null) return 'not_in_log';
  if (claimed.length < SHORTEST_HASH || !bareHash(event.hash).startsWith(claimed))
    return 'hash_differs';
  return event.shredded === null ? null : 'forgotten';
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}
