/** What is remembered: asked for in words or looked through, with why a row was found, since when it holds and what it replaced. */
import { useEffect, useState } from 'preact/hooks';
import { useAsk } from '../api.ts';
import { dayOf } from '../format.ts';
import { FactDetail } from '../parts/fact-detail.tsx';
import { Empty, Failure, Head, Share, Tag } from '../parts/pieces.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { place, setParams } from '../router.ts';
import { here } from '../state.ts';
import type { Fact, JsonObject } from '../types.ts';

interface Found {
  contexts: {
    content: string;
    source: 'graph' | 'verbatim';
    score: number;
    valid_from: string | null;
    valid_to: string | null;
    citation: string;
    score_explanation: JsonObject;
  }[];
  has_more: boolean;
}

/** One row of either list. */
export interface Remembered {
  citation: string;
  content: string;
  kind: string;
  authority: string;
  channel: string;
  from: string | null;
  to: string | null;
  score: number | null;
  parts: JsonObject | null;
  fact: Fact | null;
  entity: { name: string; type: string } | null;
}

/** What somebody stands for; what was merely seen is shown when it is asked for. */
const SAID = [
  'memory',
  'decision',
  'goal',
  'task',
  'issue',
  'preference',
  'verification',
  'handoff',
  'context_policy',
  'skill',
  'causal_edge',
  'inferred_edge',
];
const CHIPS: [type: string, words: string][] = [
  ['memory', 'remembered'],
  ['decision', 'decisions'],
  ['goal', 'goals'],
  ['task', 'tasks'],
  ['issue', 'issues'],
  ['preference', 'preferences'],
  ['causal_edge,inferred_edge', 'generated'],
  ['file_edit', 'file edits'],
  ['command_run', 'commands'],
  ['all', 'everything'],
];

export function Memory() {
  const { params } = place.value;
  const q = params.get('q') ?? '';
  const type = params.get('type') ?? '';
  const superseded = params.get('superseded') ?? '';
  const [chosenRow, choose] = useState<string | null>(null);
  // Held here: an answer that comes in while somebody types must not put the old words back.
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  const found = useAsk<Found>(q === '' ? null : '/api/viewer/memory/search', { ...here.value, q });
  const listed = useAsk<{ facts: Fact[] }>(
    q === '' ? '/api/viewer/memory/facts' : null,
    { ...here.value, type: type === 'all' ? '' : type || SAID.join(','), superseded },
    { live: true },
  );
  const rows =
    q === '' ? (listed.data?.facts ?? []).map(ofFact) : (found.data?.contexts ?? []).map(ofContext);
  const row = rows.find(({ citation }) => citation === chosenRow) ?? rows[0] ?? null;
  const isAnswered = q === '' ? listed.data !== null : found.data !== null;
  return (
    <>
      <Head
        title="Memory"
        words={q === '' ? 'Facts that hold, newest first.' : `Best matches for “${q}”.`}
      >
        <input
          type="search"
          class="search wide"
          data-search
          placeholder="Ask the memory"
          aria-label="Ask the memory"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={({ currentTarget }) =>
            setParams({ q: currentTarget.value }, { replace: false })
          }
        />
      </Head>
      {q === '' && (
        <div class="chips" role="group" aria-label="Kinds of facts">
          {CHIPS.map(([each, words]) => (
            <button
              key={each}
              type="button"
              class="chip"
              aria-pressed={type === each}
              onClick={() => setParams({ type: type === each ? '' : each })}
            >
              {words}
            </button>
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={superseded === '1'}
              onChange={({ currentTarget }) =>
                setParams({ superseded: currentTarget.checked ? '1' : '' })
              }
            />
            history too
          </label>
        </div>
      )}
      <Failure error={q === '' ? listed.error : found.error} />
      <div class="two fill">
        <div class="panel fill">
          <VirtualList
            count={rows.length}
            rowHeight={58}
            label="What is remembered"
            rowClass={(at) => (rows[at]?.citation === row?.citation ? 'memory chosen' : 'memory')}
            row={(at) => <Row row={rows[at]!} best={rows[0]?.score ?? 1} />}
            onOpen={(at) => choose(rows[at]!.citation)}
            empty={
              isAnswered && (
                <Empty title={q === '' ? 'No facts yet' : 'Nothing is known about that'}>
                  {q === ''
                    ? 'They come as your agents work.'
                    : 'Try other words; names and paths are found exactly.'}
                </Empty>
              )
            }
          />
        </div>
        <div class="panel detail">
          {row === null ? (
            <Empty title="Choose a row" />
          ) : (
            <FactDetail key={row.citation} row={row} question={q} />
          )}
        </div>
      </div>
    </>
  );
}

function Row({ row, best }: { row: Remembered; best: number }) {
  return (
    <>
      <span class={`about${row.to === null ? '' : ' gone'}`}>{row.content}</span>
      <span class="under">
        <Tag>{row.kind.replaceAll('_', ' ')}</Tag>
        {row.authority === 'non_authoritative' && <Tag tone="warn">generated</Tag>}
        {row.fact?.pinned === true && <Tag tone="good">pinned</Tag>}
        <span class="soft">
          {row.from === null ? '' : `since ${dayOf(row.from)}`}
          {row.to === null ? '' : `, until ${dayOf(row.to)}`}
        </span>
        {row.score !== null && (
          <span class="score">
            <Share part={row.score} whole={Math.max(best, row.score)} label="Score" />
            {row.score.toFixed(2)}
          </span>
        )}
      </span>
    </>
  );
}

function ofFact(fact: Fact): Remembered {
  return {
    citation: fact.citation,
    content: fact.content,
    kind: fact.entity_type,
    authority: fact.authority,
    channel: fact.channel,
    from: fact.valid_from,
    to: fact.valid_to,
    score: null,
    parts: null,
    fact,
    entity: { name: fact.entity_name, type: fact.entity_type },
  };
}

function ofContext(found: Found['contexts'][number]): Remembered {
  const told = found.score_explanation;
  const word = (name: string): string => (typeof told[name] === 'string' ? told[name] : '');
  const isFact = found.source === 'graph';
  return {
    citation: found.citation,
    content: found.content,
    kind: isFact ? word('entity_type') : word('source_kind') || 'source',
    authority: isFact ? word('authority') : 'observed',
    channel: word('channel'),
    from: found.valid_from,
    to: found.valid_to,
    score: found.score,
    parts: told,
    fact: null,
    entity: isFact ? { name: word('entity_name'), type: word('entity_type') } : null,
  };
}
