/**
 * Generated causes around the findings: how many, how certain, and what they lead to. Shown next to the facts, never as
 * facts.
 */
import { CAUSAL_RELATIONS, type JsonObject } from '@hookloom/core';
import { causalRelation, graphLabel } from '../../causal/relations.ts';
import type { EdgeRow } from '../../rows.ts';
import { round } from '../../search/rank.ts';
import { decisionOn, withhold } from '../../shown/withhold.ts';
import { excerpt, foldText, fence, label } from '../../shown/clean-text.ts';
import { isUntrusted } from '../../channels.ts';
import type { Findings } from '../findings.ts';
import { sized, type Item } from '../items.ts';
import { sectionOf } from '../sections.ts';
import type { Row } from '../select.ts';
import type { Block, BlockContext } from './block.ts';

/** Limits: entities looked up, and edges read. */
const MAX_ENTITIES = 40;
const MAX_EDGES = 200;

export const causalBlock: Block = {
  name: 'causal',
  isOnlyFull: true,
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
    const linked = new Map(
      (await findLinked(findings, memory, edges)).map((link, order) => [itemOf(link, order), link]),
    );
    return {
      items: [...linked.keys()],
      diagnostics(kept): JsonObject {
        const shown = [...linked].filter(([item]) => kept.has(item));
        const links = shown.map(([, link]): JsonObject => ({ ...link }));
        return {
          causal_context: { ...summary(rows, edges), ...(links.length > 0 && { linked: links }) },
        };
      },
      ignore: [
        'A causal edge is a proposal with a confidence, not an established cause; look at its evidence with memory_causal_predecessors.',
      ],
    };
  },
};

/** The far end of an edge. It may share no word with the question. */
interface Linked {
  relation_type: string;
  /** Its role for the findings of the question. */
  direction: 'cause' | 'effect';
  entity_type: string;
  content_excerpt: string;
  citation: string;
  /** Of the edge. The entity may be a current fact, but its connection to this one is only a proposal. */
  edge_citation: string;
  authority_status: 'non_authoritative';
}

const MAX_LINKED = 3;
/** Additional edges to read, because some ends have no content, or are forgotten or withheld. */
const SPARE_EDGES = 5;
const TEXT_CHARS = 160;

async function findLinked(
  findings: Findings,
  memory: BlockContext['memory'],
  edges: readonly EdgeRow[],
): Promise<Linked[]> {
  // A row about the edge names the far end but does not describe it.
  const own = rowsOf(findings).filter(({ entityType }) => entityType !== 'causal_edge');
  const known = new Set(own.map(({ entityName }) => entityName?.toLowerCase()));
  const far = new Map<string, { edge: EdgeRow; end: EdgeRow['source'] }>();
  for (const edge of edges)
    for (const end of [edge.source, edge.target]) {
      const key = JSON.stringify([edge.session, end.type, end.name]);
      if (!known.has(end.name.toLowerCase()) && !far.has(key)) far.set(key, { edge, end });
    }
  const looked = [...far.values()].slice(0, MAX_LINKED + SPARE_EDGES);
  const found = await Promise.all(looked.map((link) => linkedOf(findings, memory, link)));
  return found.filter((link) => link !== null).slice(0, MAX_LINKED);
}

/** Null if the memory has nothing else about it, the log does not contain it, or its text or the edge's is withheld. */
async function linkedOf(
  { target, gathered }: Findings,
  memory: BlockContext['memory'],
  { edge, end }: { edge: EdgeRow; end: EdgeRow['source'] },
): Promise<Linked | null> {
  const { check, decisions } = gathered;
  const [fact] = await memory.facts({
    sessions: [edge.session],
    types: [end.type],
    names: [end.name],
    limit: 1,
    ...(target !== null && { asOfSeq: target.seq }),
  });
  if (fact === undefined) return null;
  const said = await check.event(fact.session, fact.seq, fact.hash);
  const by = await check.event(edge.session, edge.seq, edge.hash);
  if (said.state !== 'found' || by.state !== 'found') return null;
  const recorded = [
    { ...fact, text: `${fact.entityName}\n${fact.content}` },
    { ...edge, text: `${edge.source.name}\n${edge.target.name}` },
  ];
  if (withhold(recorded, (each) => each, decisions).kept.length < recorded.length) return null;
  const text = excerpt(foldText(fact.content), TEXT_CHARS);
  const isReported = isUntrusted(fact.channel) || decisionOn(fact, decisions) === 'released';
  return {
    relation_type: causalRelation(edge.relation) ?? edge.relation,
    direction: end === edge.source ? 'cause' : 'effect',
    entity_type: label(end.type),
    content_excerpt: isReported ? fence(text) : text,
    citation: said.citation,
    edge_citation: by.citation,
    authority_status: 'non_authoritative',
  };
}

function itemOf(link: Linked, order: number): Item {
  const item = sized({
    kind: 'checkout_diagnostics',
    order,
    value: sectionOf('checkout_diagnostics').weight * 0.9 ** (order + 1),
    line: `- Proposed ${link.direction} (${link.relation_type}): ${link.content_excerpt} (${link.citation}).`,
  });
  return { ...item, chars: item.chars + JSON.stringify(link).length };
}

function rowsOf({ selection }: Findings): Row[] {
  return [...selection.facts, ...selection.reported];
}

/** The entity of a row. For a row about an edge, both ends of the edge. */
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
    /** Over the edges that have a confidence; null if none has. */
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
