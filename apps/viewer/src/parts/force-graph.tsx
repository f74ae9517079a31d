/** Entities and their relations, laid out once and then still: the picture is for reading. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api.ts';
import { hueOf } from '../format.ts';

type GraphNode = Answer<'/api/viewer/graph'>['nodes'][number];
type GraphEdge = Answer<'/api/viewer/graph'>['edges'][number];

const TICKS = 260;
const LABEL_CHARS = 26;
/** Half of the longest label, so that none is cut at the edge. */
const LABEL_ROOM = 84;
const MOST_SPREAD = 2.4;

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
  const box = useRef<SVGSVGElement>(null);
  const [{ width, height }, setSize] = useState({ width: 560, height: 600 });
  useLayoutEffect(() => {
    const element = box.current!;
    const watcher = new ResizeObserver(() =>
      setSize({ width: element.clientWidth || 560, height: element.clientHeight || 600 }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const { placed, links } = useMemo(
    () => layOut(nodes, edges, width, height),
    [nodes, edges, width, height],
  );
  return (
    <svg
      class="graph"
      ref={box}
      viewBox={`0 0 ${width} ${height}`}
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
          aria-label={`${short(node.name)}, ${node.type.replaceAll('_', ' ')} ${node.name}`}
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

/** The same picture for the same graph: no random start, a fixed number of steps, then scaled to the available room. */
function layOut(nodes: GraphNode[], edges: GraphEdge[], width: number, height: number) {
  const placed: Placed[] = nodes.map((node, at) => ({
    ...node,
    x: Math.cos(at * 2.4) * (30 + at * 4),
    y: Math.sin(at * 2.4) * (30 + at * 4),
  }));
  const byId = new Map(placed.map((node) => [node.id, node]));
  const links = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    if (from === undefined || to === undefined) return [];
    return [{ edge, from, to, source: from, target: to }];
  });
  forceSimulation(placed)
    .force('link', forceLink(links).distance(70).strength(0.4))
    .force('charge', forceManyBody().strength(-320))
    .force('collide', forceCollide(30))
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.07))
    .stop()
    .tick(TICKS);
  const spread = (values: number[], room: number): ((value: number) => number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const scale = Math.min(MOST_SPREAD, room / Math.max(1, most - least));
    return (value) => (value - (least + most) / 2) * scale;
  };
  const x = spread(
    placed.map((node) => node.x),
    width - 2 * LABEL_ROOM,
  );
  const y = spread(
    placed.map((node) => node.y),
    height - 90,
  );
  for (const node of placed) {
    node.x = width / 2 + x(node.x);
    node.y = height / 2 + y(node.y);
  }
  return { placed, links };
}
