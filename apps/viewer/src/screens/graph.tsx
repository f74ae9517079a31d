/** The surroundings of an entity and their history: a slider goes back through the log. */
import { useState } from 'preact/hooks';
import { useAsk } from '../api.ts';
import { momentOf, numberOf, plural } from '../format.ts';
import { ForceGraph } from '../parts/force-graph.tsx';
import { Citation, Empty, Failure, Head, Tag } from '../parts/pieces.tsx';
import { linkTo, place, setParams } from '../router.ts';
import { here } from '../state.ts';

/** Likely starting points come first: files have relations, statements often have none. */
const FIRST = 'file_edit goal task issue decision rule cause memory command_run'.split(' ');

export function Graph() {
  const { params } = place.value;
  const [typed, setTyped] = useState('');
  const entities = useAsk('/api/viewer/entities', {
    ...here.value,
    q: typed,
  });
  const all = (entities.data?.entities ?? []).toSorted((a, b) => rank(a) - rank(b));
  const name = params.get('name') ?? all[0]?.name ?? '';
  const type = params.get('type') ?? (params.has('name') ? '' : (all[0]?.type ?? ''));
  const depth = params.get('depth') ?? '2';
  const asOf = params.get('as_of') ?? '';
  const { data, error } = useAsk(name === '' ? null : '/api/viewer/graph', {
    ...here.value,
    name,
    type,
    depth,
    as_of: asOf,
  });
  const choose = (entity: { type: string; name: string }): void =>
    setParams({ name: entity.name, type: entity.type }, { replace: false });
  return (
    <>
      <Head
        title="Graph"
        words={
          data === null
            ? ''
            : `${plural(data.nodes.length, 'entity', 'entities')}, ${plural(data.edges.length, 'relation')}${data.left_out > 0 ? `, ${data.left_out} more left out` : ''}`
        }
      >
        <label class="inline">
          Steps
          <select
            value={depth}
            onChange={({ currentTarget }) => setParams({ depth: currentTarget.value })}
          >
            <option>1</option>
            <option>2</option>
            <option>3</option>
          </select>
        </label>
      </Head>
      <Failure error={error} />
      <div class="two graph-screen fill">
        <div class="panel picker">
          <input
            type="search"
            data-search
            placeholder="Find an entity"
            aria-label="Find an entity"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <ul tabIndex={0} aria-label="Entities">
            {all.slice(0, 120).map((entity) => (
              <li key={`${entity.type}:${entity.name}`}>
                <button
                  type="button"
                  class="entity"
                  aria-pressed={entity.name === name && entity.type === type}
                  onClick={() => choose(entity)}
                >
                  <i>{entity.type.replaceAll('_', ' ')}</i>
                  <span>{entity.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div class="panel canvas">
          {data !== null && data.nodes.length > 0 ? (
            <ForceGraph nodes={data.nodes} edges={data.edges} chosen={null} onChoose={choose} />
          ) : (
            data !== null && <Empty title="It has no relations at this point of the log" />
          )}
          {data !== null && data.head > 0 && (
            <label class="slider">
              <span>
                {data.as_of >= data.head
                  ? `now, after ${numberOf(data.head)} events`
                  : `after event ${numberOf(data.as_of)}${data.as_of_time === null ? '' : `, ${momentOf(data.as_of_time)}`}`}
              </span>
              <input
                type="range"
                aria-label="Position in the log"
                min={1}
                max={data.head}
                value={asOf === '' ? data.head : Number(asOf)}
                onInput={({ currentTarget }) =>
                  setParams({
                    as_of: Number(currentTarget.value) >= data.head ? '' : currentTarget.value,
                  })
                }
              />
            </label>
          )}
        </div>
        <div class="panel detail">
          <h3>Around it</h3>
          <p class="said">{name}</p>
          <p class="under">
            <Tag>{type.replaceAll('_', ' ') || 'any type'}</Tag>
            <a class="quiet" href={linkTo('memory', { q: name.slice(0, 300) })}>
              ask the memory
            </a>
          </p>
          <ul class="relations">
            {(data?.edges ?? []).slice(0, 60).map((edge, at) => (
              <li key={at}>
                <span>{nameOf(edge.source)}</span>{' '}
                <i>{edge.relation.replace(/^causal_/, '').replaceAll('_', ' ')}</i>{' '}
                <span>{nameOf(edge.target)}</span> <Citation citation={edge.citation} />
                {edge.authority === 'non_authoritative' && <Tag tone="warn">generated</Tag>}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

function rank({ type }: { type: string; name: string }): number {
  const at = FIRST.indexOf(type);
  return at < 0 ? FIRST.length : at;
}

function nameOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}
