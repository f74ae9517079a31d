/** `/api/viewer/graph`: the surroundings of an entity, now or earlier; `/api/viewer/entities`: possible starts. */
import { renderCitation } from '@hookloom/core';
import type { EdgeRow } from '@hookloom/memory';
import { openedMemory } from '../../memory-access.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { integer, text } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { verifiedRows } from '../../unavailable-events.ts';
import { here, viewedLog } from './viewed-log.ts';

const MAX_NODES = 80;
const MAX_EDGES = 200;
/** How many neighbours of one entity are followed. */
const MAX_STEPS = 24;
const MAX_ENTITIES = 300;

interface Node {
  id: string;
  type: string;
  name: string;
  distance: number;
}

export function graphRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/entities',
      does: 'Lists entities by name.',
      query: { ...here, q: text({ most: 200 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const wanted = (query.q ?? '').toLowerCase();
        const memory = await openedMemory(open.runtime.context);
        const names = (await memory.names(log)).filter(({ name }) =>
          name.toLowerCase().includes(wanted),
        );
        const entities = names.slice(0, MAX_ENTITIES).map(({ type, name }) => ({ type, name }));
        return { entities, left_out: names.length - entities.length };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/graph',
      does: 'Returns the relations of an entity at a given time.',
      query: {
        ...here,
        name: text(),
        type: text({ most: 80 }),
        as_of: integer({ note: 'an event number; default: the newest' }),
        depth: integer({ byDefault: 2, min: 1, max: 3 }),
      },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { name = '', type, depth } = query;
        const head = (await open.runtime.store.head(log))?.seq ?? 0;
        const asOfSeq = query.as_of ?? head;
        const memory = await openedMemory(open.runtime.context);
        const ask = (entities: { name: string; type?: string }[]) =>
          memory.edges({
            sessions: [log],
            entities,
            direction: 'both',
            plain: true,
            depth: 1,
            limit: MAX_EDGES,
            asOfSeq,
          });
        const found = await around({ name, ...(type !== undefined && { type }) }, depth, (names) =>
          ask(names).then((edges) => verifiedRows(open.runtime.store, edges, (edge) => edge)),
        );
        const at = asOfSeq > 0 ? await open.runtime.store.at(log, Math.min(asOfSeq, head)) : null;
        return { ...found, as_of: asOfSeq, head, as_of_time: at?.timestamp ?? null };
      },
    }),
  ];
}

type Ask = (entities: { name: string; type?: string }[]) => Promise<EdgeRow[]>;

/** Breadth first, each entity and each edge once. Counts what the limits leave out. */
async function around(start: { name: string; type?: string }, depth: number, ask: Ask) {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, EdgeRow>();
  let steps: { name: string; type?: string }[] = [start];
  let leftOut = 0;
  for (let distance = 1; distance <= depth && steps.length > 0; distance++) {
    const next: Node[] = [];
    for (const edge of await ask(steps)) {
      const ends = [edge.source, edge.target];
      if (distance === 1)
        for (const end of ends)
          if (end.name.toLowerCase() === start.name.toLowerCase() && !nodes.has(idOf(end)))
            nodes.set(idOf(end), { id: idOf(end), ...end, distance: 0 });
      const fresh = ends.filter((end) => !nodes.has(idOf(end)));
      if (edges.size >= MAX_EDGES || nodes.size + fresh.length > MAX_NODES) {
        leftOut++;
        continue;
      }
      for (const end of fresh) {
        const node = { id: idOf(end), ...end, distance };
        nodes.set(node.id, node);
        next.push(node);
      }
      edges.set(`${idOf(edge.source)}\0${edge.relation}\0${idOf(edge.target)}`, edge);
    }
    steps = next.slice(0, MAX_STEPS).map(({ type, name }) => ({ type, name }));
  }
  return {
    nodes: [...nodes.values()],
    edges: [...edges.values()].map((edge) => ({
      source: idOf(edge.source),
      target: idOf(edge.target),
      relation: edge.relation,
      valid_from: edge.validFrom,
      valid_to: edge.validTo,
      authority: edge.properties['authority_status'] ?? null,
      citation: renderCitation(edge.session, edge.seq, edge.hash),
    })),
    left_out: leftOut,
  };
}

function idOf({ type, name }: { type: string; name: string }): string {
  return `${type}:${name}`;
}
