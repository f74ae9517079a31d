/** Generated causes around what was found: how many and how sure, beside the facts and never among them (law 6). */
import { CAUSAL_RELATIONS, causalRelation, graphLabel } from '../../causal/relations.ts';
import type { EdgeRow } from '../../rows.ts';
import { round } from '../../search/rank.ts';
import { excerpt, foldText } from '../clean-text.ts';
import type { Findings } from '../findings.ts';
import type { Row } from '../select.ts';
import type { Block } from './block.ts';

/** Entities looked up, and edges read. */
const MAX_ENTITIES = 40;
const MAX_EDGES = 200;

export const causalBlock: Block = {
  name: 'causal',
  async find({ findings, memory }) {
    const rows = rowsOf(findings);
    const names = [...new Set(rows.flatMap(endsOf))].slice(0, MAX_ENTITIES);
    if (names.length === 0) return null;
    const { target, plan } = findings;
    const edges = await memory.edges({
      sessions: target === null ? plan.sessions : [target.session],
      entities: names.map((name) => ({ name })),
      direction: 'both',
      relations: CAUSAL_RELATIONS.map(graphLabel),
      depth: 1,
      limit: MAX_EDGES,
      ...(target !== null && { asOfSeq: target.seq }),
    });
    if (edges.length === 0) return null;
    const diagnostics = { causal_context: summary(rows, edges) };
    return {
      items: [],
      diagnostics: () => diagnostics,
      ignore: [
        'A causal edge is a proposal with a confidence, not an established cause; look at its evidence with memory_causal_predecessors.',
      ],
    };
  },
};

function rowsOf({ selection }: Findings): Row[] {
  return [...selection.facts, ...selection.reported];
}

/** The entity of a row; of a row that says an edge, the edge's ends. */
function endsOf({ entityType, entityName, properties }: Row): string[] {
  if (entityName === null) return [];
  if (entityType !== 'causal_edge') return [entityName];
  return [properties['source'], properties['target']].filter((name) => typeof name === 'string');
}

function summary(rows: readonly Row[], edges: readonly EdgeRow[]) {
  const ends = new Set(
    edges.flatMap(({ source, target }) => [source.name.toLowerCase(), target.name.toLowerCase()]),
  );
  const touching = rows.filter((row) => endsOf(row).some((name) => ends.has(name.toLowerCase())));
  const confidences = edges.map(({ properties }) => properties['confidence']);
  const sure = confidences.filter((confidence) => typeof confidence === 'number');
  const total = sure.reduce((sum, confidence) => sum + confidence, 0);
  return {
    context_count: touching.length,
    edge_count: edges.length,
    /** Of the edges that name a confidence; null where none does. */
    average_trust: sure.length === 0 ? null : round(total / sure.length),
    relation_types: distinct(edges.map(({ relation }) => causalRelation(relation) ?? relation)),
    methods: distinct(edges.map(({ properties }) => methodOf(properties['method']))),
    authority_status: 'non_authoritative',
  };
}

/** A recorded name: one line, bounded. */
function methodOf(method: unknown): string {
  return typeof method === 'string' ? excerpt(foldText(method), 80) : 'unstated';
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
