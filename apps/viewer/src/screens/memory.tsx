/** What is remembered: search and list, with why a row was found, since when it is valid and what it replaced. */
import type { Remembered, Fact, NoteRow, RowState } from '../types.ts';
import { useEffect, useState } from 'preact/hooks';
import { useAsk, type Answer } from '../api.ts';
import { dayOf } from '../format.ts';
import { FactDetail } from '../parts/fact-detail.tsx';
import { NoteDetail } from '../parts/note-detail.tsx';
import { useNotePages } from '../parts/note-pages.ts';
import { AllProjects, Citation, Empty, Failure, Head, Reported, Tag } from '../parts/pieces.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { place, setParams } from '../router.ts';
import { asked, here, workspace } from '../state.ts';

/** Authoritative kinds. Observations are shown on request. */
const SAID =
  'memory decision rule rejected cause open fact goal task issue preference verification handoff context_policy skill causal_edge inferred_edge'.split(
    ' ',
  );
const NOTES: Record<string, { path: string; kind: RowState['kind'] }> = {
  notes: { path: '/api/observations', kind: 'observation' },
  summaries: { path: '/api/summaries', kind: 'summary' },
  prompts: { path: '/api/prompts', kind: 'prompt' },
};
const CHIPS: [type: string, words: string][] = [
  ['decision', 'decisions'],
  ['rule,preference', 'rules and preferences'],
  ['rejected', 'rejected'],
  ['cause', 'causes'],
  ['open,task,goal,issue', 'open'],
  ['fact', 'facts'],
  ['memory', 'remembered'],
  ['notes', 'notes'],
  ['summaries', 'summaries'],
  ['prompts', 'prompts'],
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
  // Kept here, so that a late answer does not overwrite what you type.
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  const isAll = asked.value.ws === 'all';
  const kind = q === '' && Object.hasOwn(NOTES, type) ? NOTES[type]! : null;
  const found = useAsk(q === '' ? null : '/api/viewer/memory/search', {
    ...asked.value,
    q,
  });
  const listed = useAsk(
    q === '' && kind === null ? '/api/viewer/memory/facts' : null,
    { ...asked.value, type: type === 'all' ? '' : type || SAID.join(','), superseded },
    { live: true },
  );
  const notes = useNotePages<NoteRow>(kind?.path ?? null, {
    project: isAll ? '' : (workspace.value?.project ?? ''),
    ...(superseded === '1' && { includeSuperseded: 'true' }),
  });
  const rows =
    q !== ''
      ? (found.data?.contexts ?? []).map(ofContext)
      : kind !== null
        ? notes.rows.map((row) => ofNote(row, kind.kind))
        : (listed.data?.facts ?? []).map(ofFact);
  const row = rows.find((each) => keyOf(each) === chosenRow) ?? rows[0] ?? null;
  const answer = q !== '' ? found : listed;
  const isAnswered = kind === null ? answer.data !== null : notes.isAnswered;
  return (
    <>
      <Head
        title="Memory"
        words={
          q !== ''
            ? `Answer${isAll ? 's in all projects' : ''} and closest matches.`
            : kind === null
              ? 'Current facts, newest first.'
              : `${CHIPS.find(([each]) => each === type)![1].replace(/^./, (first) => first.toUpperCase())} in their current state, newest first.`
        }
      >
        {q !== '' && <AllProjects />}
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
          <AllProjects />
        </div>
      )}
      <Failure error={kind === null ? answer.error : notes.error} />
      {q !== '' && !isAll && <Answered question={q} />}
      <div class="two fill">
        <div class="panel fill">
          <VirtualList
            count={rows.length}
            rowHeight={58}
            label="What is remembered"
            rowClass={(at) => (rows[at] === row ? 'memory chosen' : 'memory')}
            row={(at) => <Row row={rows[at]!} isAll={isAll} />}
            onRange={(_, last) => notes.want(last)}
            onOpen={(at) => choose(keyOf(rows[at]!))}
            empty={
              isAnswered && (
                <Empty
                  title={q !== '' ? 'Nothing found' : `No ${kind === null ? 'facts' : type} yet`}
                >
                  {q === ''
                    ? 'They come as your agents work.'
                    : 'Try other words. Names and paths must match exactly.'}
                </Empty>
              )
            }
          />
        </div>
        <div class="panel detail">
          {row === null ? (
            <Empty title="Choose a row" />
          ) : row.note !== null ? (
            <NoteDetail key={row.note.id} id={row.note.id} kind={row.note.kind} />
          ) : (
            <FactDetail key={keyOf(row)} row={row} question={q} />
          )}
        </div>
      </div>
    </>
  );
}

/** Several rows can cite the same event. */
const keyOf = ({ citation, entity }: Remembered) => `${citation} ${entity?.name}`;

const VERDICTS = {
  answer_from_memory: 'The memory answers this',
  refresh_recommended: 'The memory may have the answer',
  ask_user: 'The memory does not know',
};

/** What an agent gets for the same question, before the rows that match it. */
function Answered({ question }: { question: string }) {
  const { data } = useAsk('/api/viewer/memory/answer', { ...here.value, q: question });
  if (data === null) return null;
  const { answerability, reasons } = data.quality;
  const isKnown = answerability !== 'ask_user';
  return (
    <section class={`verdict ${isKnown ? 'good' : 'unknown'}`} aria-label="Answer">
      <b>{VERDICTS[answerability]}</b>
      {!isKnown && <span>{reasons.slice(1).join(' ')}</span>}
      {isKnown &&
        data.rows.map(({ citation, content, valid_from: since, author }, at) => (
          <div key={citation}>
            <p class={at === 0 ? 'said' : ''}>{content.replaceAll(/\s*⏎\s*/g, ' ')}</p>
            <span class="soft">
              {citation != null && <Citation citation={citation} />}{' '}
              {[author, since].filter(Boolean).join(', ')}
            </span>
          </div>
        ))}
    </section>
  );
}

function Row({ row, isAll }: { row: Remembered; isAll: boolean }) {
  const isGone = row.to !== null || row.note?.superseded === true;
  return (
    <>
      <span class={`about${isGone ? ' gone' : ''}`}>{row.content}</span>
      <span class="under">
        {isAll && <Tag>{row.project}</Tag>}
        <Tag>{row.kind.replaceAll('_', ' ')}</Tag>
        {row.reported && <Reported channel={row.channel} />}
        {row.authority === 'non_authoritative' && <Tag tone="warn">generated</Tag>}
        {row.isPinned && <Tag tone="good">pinned</Tag>}
        <span class="soft">
          {row.from === null ? '' : `${row.note === null ? 'since ' : ''}${dayOf(row.from)}`}
          {row.to === null ? '' : `, until ${dayOf(row.to)}`}
        </span>
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
    isPinned: fact.pinned,
    note: null,
    reported: fact.reported,
    slot: fact.slot,
    project: fact.project,
    entity: { name: fact.entity_name, type: fact.entity_type },
  };
}

function ofContext(found: Answer<'/api/viewer/memory/search'>['contexts'][number]): Remembered {
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
    isPinned: false,
    note: null,
    reported: found.reported,
    slot: found.slot,
    project: found.project,
    entity: isFact ? { name: word('entity_name'), type: word('entity_type') } : null,
  };
}

function ofNote(row: NoteRow, kind: RowState['kind']): Remembered {
  return {
    citation: row.citation,
    content: row.title ?? row.request ?? row.prompt_text ?? row.completed ?? 'No words',
    kind: row.type ?? kind,
    authority: 'observed',
    channel: row.channel,
    from: row.created_at,
    to: null,
    isPinned: row.pinned === true,
    entity: null,
    reported: ['file', 'tool', 'mcp', 'web'].includes(row.channel),
    slot: row.id % 1000,
    project: row.project,
    note: { id: row.id, kind, superseded: row.superseded_by != null },
  };
}
