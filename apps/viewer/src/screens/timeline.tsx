/** Everything that was recorded, newest first: any place of the log at once, or what matches the filters. */
import { useRef, useState } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { dateOf, dayOf, numberOf } from '../format.ts';
import { openEvent } from '../keys.ts';
import { useEventPages } from '../parts/event-pages.ts';
import { EventRow, rowClassOf } from '../parts/event-row.tsx';
import { AllProjects, Empty, Failure, Field, Head } from '../parts/pieces.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { place, setParams } from '../router.ts';
import { asked } from '../state.ts';
import { pulse } from '../stream.ts';

const KINDS = 'prompt reply tool command edit note summary fact hook memory'.split(' ');
const FILTERS = ['kind', 'text', 'client', 'concept', 'file', 'type', 'session', 'from', 'to'];
const CONCEPTS =
  'how-it-works why-it-exists what-changed problem-solution gotcha pattern trade-off'.split(' ');

export function Timeline() {
  const { params } = place.value;
  const filters = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? '']));
  const [turn, setTurn] = useState(0);
  const [fresh, setFresh] = useState(false);
  const [top, setTop] = useState(0);
  const atTop = useRef(true);
  const seen = useRef(pulse.peek());
  const pages = useEventPages(asked.value, filters, turn);
  // Does not move the list while you read further down. A line above says that there is more.
  useSignalEffect(() => {
    if (pulse.value === seen.current) return;
    seen.current = pulse.value;
    if (atTop.current) setTurn((old) => old + 1);
    else setFresh(true);
  });
  const kinds = new Set((filters['kind'] ?? '').split(',').filter((kind) => kind !== ''));
  const toggle = (kind: string): void => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    setParams({ kind: [...next].join(',') });
  };
  const topLine = pages.at(top);
  return (
    <>
      <Head
        title="Timeline"
        words={
          pages.head === null
            ? ''
            : pages.isWhole
              ? `${numberOf(pages.count)} of ${numberOf(pages.head)} events`
              : `${numberOf(pages.count)} found so far in ${numberOf(pages.head)} events`
        }
      >
        <input
          type="search"
          class="search"
          data-search
          placeholder="Text of events"
          aria-label="Text of events"
          value={filters['text'] ?? ''}
          onInput={({ currentTarget }) => setParams({ text: currentTarget.value })}
        />
      </Head>
      <div class="chips" role="group" aria-label="Kinds of events">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class={`chip k-${kind}`}
            aria-pressed={kinds.has(kind)}
            onClick={() => toggle(kind)}
          >
            {kind}
          </button>
        ))}
        <AllProjects />
        <details
          class="more"
          open={['client', 'concept', 'file', 'type', 'session', 'from', 'to'].some(
            (name) => filters[name] !== '',
          )}
        >
          <summary>More filters</summary>
          <div class="fields">
            <Choice
              name="client"
              label="Client"
              values={['claude-code', 'codex', 'gemini', 'cursor', 'copilot']}
            />
            <Choice name="concept" label="Concept" values={CONCEPTS} />
            <Typed name="file" label="File" />
            <Typed name="type" label="Event type" />
            <Typed name="session" label="Session" />
            <Typed name="from" label="From" type="date" />
            <Typed name="to" label="To" type="date" />
          </div>
        </details>
        {FILTERS.some((name) => filters[name] !== '') && (
          <button
            type="button"
            class="plain"
            onClick={() => setParams(Object.fromEntries(FILTERS.map((name) => [name, ''])))}
          >
            Clear
          </button>
        )}
      </div>
      <Failure error={pages.error} />
      {fresh && (
        <button
          type="button"
          class="fresh"
          onClick={() => {
            setFresh(false);
            setTurn((old) => old + 1);
          }}
        >
          New events were recorded. Show them
        </button>
      )}
      <div class="panel fill list">
        <div class="day-head" aria-hidden="true">
          {topLine === undefined ? ' ' : dayOf(topLine.time)}
        </div>
        <VirtualList
          count={pages.count}
          rowHeight={32}
          label="Events, newest first"
          rowClass={(at) =>
            `${rowClassOf(pages.at(at))}${isNewDay(pages.at(at), pages.at(at - 1)) ? ' first' : ''}`
          }
          row={(at) => {
            const line = pages.at(at);
            if (line === undefined) return <span class="waiting">…</span>;
            const before = pages.at(at - 1);
            return (
              <EventRow
                line={line}
                day={at === 0 || isNewDay(line, before) ? dateOf(line.time) : null}
              />
            );
          }}
          onOpen={(at) => {
            const line = pages.at(at);
            if (line !== undefined) openEvent(line.citation, line.slot);
          }}
          onRange={(first, last) => {
            atTop.current = first === 0;
            setTop(first === 0 ? 0 : Math.min(first + 8, last));
            pages.want(first, last);
          }}
          empty={
            pages.head !== null && (
              <Empty title="Nothing here">
                {pages.isWhole ? 'No event matches these filters.' : 'Looking further back…'}
              </Empty>
            )
          }
        />
      </div>
    </>
  );
}

function isNewDay(line?: { time: string }, before?: { time: string }): boolean {
  return line !== undefined && before !== undefined && dayOf(line.time) !== dayOf(before.time);
}

function Choice({ name, label, values }: { name: string; label: string; values: string[] }) {
  return (
    <Field label={label}>
      <select
        value={place.value.params.get(name) ?? ''}
        onChange={({ currentTarget }) => setParams({ [name]: currentTarget.value })}
      >
        <option value="">any</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Typed({ name, label, type }: { name: string; label: string; type?: 'date' }) {
  return (
    <Field label={label}>
      <input
        {...(type !== undefined && { type })}
        value={place.value.params.get(name) ?? ''}
        onInput={({ currentTarget }) => setParams({ [name]: currentTarget.value })}
      />
    </Field>
  );
}
