/** Entities and what is said between them, laid out once and then still: the picture is for reading, not for watching. */
import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
} from 'd3-force';
import { useMemo } from 'preact/hooks';
import { hueOf } from '../format.ts';

export interface GraphNode {
  id: string;
  type: string;
  name: string;
  distance: number;
}

export interface GraphEdge {
  source: string;
  target: string;
  relation: string;
  valid_from: string;
  valid_to: string | null;
  authority: string | null;
  citation: string;
}

const [WIDTH, HEIGHT] = [760, 520];
const TICKS = 260;
const LABEL_CHARS = 26;

interface Placed extends GraphNode {
  x: number;
  y: number;
}

export function ForceGraph({
  nodes,
  edges,
  chosen,
  onChoose,
}: {
  nodes: GraphNode[];
  edges: GraphEdge[];
  chosen: string | null;
  onChoose(node: GraphNode): void;
}) {
  const { placed, links } = useMemo(() => layOut(nodes, edges), [nodes, edges]);
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label="Graph of entities"
    >
      <g class="edges">
        {links.map(({ edge, from, to }, at) => (
          <line
            key={at}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            class={edge.authority === 'non_authoritative' ? 'generated' : ''}
          >
            <title>{`${from.name} ${edge.relation} ${to.name}`}</title>
          </line>
        ))}
      </g>
      {placed.map((node) => (
        <g
          key={node.id}
          class={`node h${hueOf(node.type)}${node.distance === 0 ? ' center' : ''}${node.id === chosen ? ' chosen' : ''}`}
          transform={`translate(${node.x.toFixed(1)} ${node.y.toFixed(1)})`}
          role="button"
          tabIndex={0}
          aria-label={`${node.type.replaceAll('_', ' ')} ${node.name}`}
          onClick={() => onChoose(node)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            onChoose(node);
          }}
        >
          <circle r={node.distance === 0 ? 9 : node.distance === 1 ? 6 : 4} />
          <text y={node.distance === 0 ? -14 : -9}>{short(node.name)}</text>
        </g>
      ))}
    </svg>
  );
}

function short(name: string): string {
  const last = name.length > LABEL_CHARS && name.includes('/') ? name.split('/').pop()! : name;
  return last.length > LABEL_CHARS ? `${last.slice(0, LABEL_CHARS - 1)}…` : last;
}

/** The same picture for the same graph: no random start, a fixed number of steps. */
function layOut(nodes: GraphNode[], edges: GraphEdge[]) {
  const placed: Placed[] = nodes.map((node, at) => ({
    ...node,
    x: WIDTH / 2 + Math.cos(at * 2.4) * (30 + at * 4),
    y: HEIGHT / 2 + Math.sin(at * 2.4) * (30 + at * 3),
  }));
  const byId = new Map(placed.map((node) => [node.id, node]));
  const links = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    return from === undefined || to === undefined
      ? []
      : [{ edge, from, to, source: from, target: to }];
  });
  forceSimulation(placed)
    .force('link', forceLink(links).distance(86).strength(0.5))
    .force('charge', forceManyBody().strength(-260))
    .force('collide', forceCollide(34))
    .force('center', forceCenter(WIDTH / 2, HEIGHT / 2))
    .force('x', forceX(WIDTH / 2).strength(0.04))
    .force('y', forceY(HEIGHT / 2).strength(0.09))
    .stop()
    .tick(TICKS);
  for (const node of placed) {
    node.x = Math.min(WIDTH - 60, Math.max(60, node.x));
    node.y = Math.min(HEIGHT - 16, Math.max(26, node.y));
  }
  return { placed, links };
}
