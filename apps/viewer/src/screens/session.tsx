/** The sessions of a project, and one of them turn by turn. */
import { useState } from 'preact/hooks';
import { ask, useAsk, type Answer, type ApiError } from '../api.ts';
import {
  agoOf,
  clientName,
  clockOf,
  hueOf,
  momentOf,
  numberOf,
  plural,
  shortId,
  titleOf,
} from '../format.ts';
import { openEvent } from '../keys.ts';
import { Citation, Empty, Failure, Figure, Head, Tag } from '../parts/pieces.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { go, linkTo, place } from '../router.ts';
import { here } from '../state.ts';
import type { ClientSession, EventLine } from '../types.ts';

export function Session() {
  const id = place.value.params.get('id');
  return id === null ? <Sessions /> : <One key={id} id={id} />;
}

function Sessions() {
  const { data, error } = useAsk('/api/viewer/sessions', here.value, { live: true });
  const key = JSON.stringify(here.value);
  const [older, setOlder] = useState<Older>({
    ...NONE,
    key,
  });
  const added = older.key === key ? older : { ...NONE, key };
  const sessions = joined([...(data?.sessions ?? []), ...added.sessions]);
  const before = added.before === undefined ? (data?.before ?? null) : added.before;
  const more = (): void => {
    if (before === null) return;
    ask('/api/viewer/sessions', { ...here.value, before }).then(
      (page) =>
        setOlder({
          key,
          sessions: [...added.sessions, ...page.sessions],
          before: page.before,
          problem: null,
        }),
      (problem: ApiError) => setOlder({ ...added, problem }),
    );
  };
  return (
    <>
      <Head
        title="Sessions"
        words={
          data === null
            ? ''
            : `${plural(sessions.length, 'session')}${before === null ? '' : ' in the newest events'}`
        }
      >
        {before !== null && (
          <button type="button" onClick={more}>
            Look further back
          </button>
        )}
      </Head>
      <Failure error={error ?? added.problem} />
      <div class="panel fill">
        <VirtualList
          count={sessions.length}
          rowHeight={58}
          label="Sessions, newest first"
          rowClass={() => 'memory'}
          row={(at) => <Line session={sessions[at]!} />}
          onOpen={(at) => go('session', { id: sessions[at]!.session_id })}
          empty={data !== null && <Empty title="No session yet" />}
        />
      </div>
    </>
  );
}

interface Older {
  key: string;
  sessions: ClientSession[];
  /** Undefined: nothing was requested yet. */
  before: number | null | undefined;
  problem: ApiError | null;
}

const NONE = { sessions: [], before: undefined, problem: null };

/** Merges a session that is on two pages; the newer one comes first. */
function joined(sessions: readonly ClientSession[]): ClientSession[] {
  const found = new Map<string, ClientSession>();
  for (const session of sessions) {
    const newer = found.get(session.session_id);
    if (newer === undefined) found.set(session.session_id, session);
    else if (session.last_seq < newer.first_seq)
      found.set(session.session_id, {
        ...newer,
        first_seq: session.first_seq,
        started: session.started,
        prompt: newer.prompt ?? session.prompt,
        folder: session.folder ?? newer.folder,
        branch: session.branch ?? newer.branch,
        first_prompt: session.first_prompt ?? newer.first_prompt,
        outcome: newer.outcome ?? session.outcome,
        events: newer.events + session.events,
        prompts: newer.prompts + session.prompts,
        tools: newer.tools + session.tools,
        failures: newer.failures + session.failures,
        notes: newer.notes + session.notes,
        files: [...new Set([...newer.files, ...session.files])],
      });
  }
  return [...found.values()];
}

function Line({ session }: { session: ClientSession }) {
  return (
    <>
      <span class="about">{titleOf(session)}</span>
      <span class="under">
        <span class={`dot h${hueOf(session.session_id)}`} />
        <Tag tone={session.state === 'live' ? 'good' : ''}>{session.state}</Tag>
        <span>{clientName(session.client)}</span>
        <span class="soft">
          {momentOf(session.started)}, {plural(session.prompts, 'prompt')},{' '}
          {plural(session.tools, 'tool call')}
        </span>
        <span class="soft mono end">{shortId(session.session_id)}</span>
      </span>
    </>
  );
}

type Said = Answer<'/api/viewer/session'>['events'][number];

/** A prompt, and what followed until the next one. */
interface Turn {
  prompt: Said | null;
  steps: Said[];
  replies: Said[];
}

function turnsOf(events: readonly Said[]): Turn[] {
  const turns: Turn[] = [];
  for (const [at, event] of events.entries()) {
    if (isTold(event, events[at + 1])) continue;
    if (event.kind === 'prompt') turns.push({ prompt: event, steps: [], replies: [] });
    else {
      if (turns.length === 0) turns.push({ prompt: null, steps: [], replies: [] });
      const turn = turns.at(-1)!;
      (event.kind === 'reply' ? turn.replies : turn.steps).push(event);
    }
  }
  return turns;
}

/** Another event shows the same: the call its result, the words on the screen the reply. */
const ECHOES = new Set([
  'hook.pre_tool_use',
  'hook.post_tool_batch',
  'hook.message_display',
  'hook.stop',
  'memory.reinforcement',
  'memory.reminder.suggested',
]);

/** The result of a call comes directly after it; notes have their place beside the turns. */
function isTold(event: Said, next: Said | undefined): boolean {
  if (ECHOES.has(event.type) || event.kind === 'note' || event.kind === 'summary') return true;
  return event.kind === 'tool' && (next?.kind === 'command' || next?.kind === 'edit');
}

function One({ id }: { id: string }) {
  const { data, error } = useAsk('/api/viewer/session', { ...here.value, id }, { live: true });
  const session = data?.session ?? null;
  const events = data?.events ?? [];
  const received = events.filter(
    ({ type }) => type === 'context.injected' || type === 'memory.checkout.completed',
  );
  const decisions = events.filter(({ kind }) => kind === 'fact');
  const notes = events.filter(({ kind }) => kind === 'note' || kind === 'summary');
  return (
    <>
      <Head
        title={session === null ? 'Session' : titleOf(session)}
        words={
          session !== null && (
            <>
              <a href={linkTo('session')}>All sessions</a>
              {`, ${clientName(session.client)}${session.branch === null ? '' : ` on ${session.branch}`}${session.folder === null ? '' : ` in ${session.folder}`}, started ${momentOf(session.started)}, last ${agoOf(session.last)}`}
            </>
          )
        }
      >
        {session !== null && (
          <div class="figures">
            <Figure value={numberOf(session.prompts)} words="prompts" />
            <Figure value={numberOf(session.tools)} words="tool calls" />
            <Figure value={numberOf(session.files.length)} words="files" />
            <Figure
              value={numberOf(session.failures)}
              words="failures"
              tone={session.failures > 0 ? 'warn' : ''}
            />
          </div>
        )}
      </Head>
      <Failure error={error} />
      <div class="two rail fill">
        <div class="turns" tabIndex={0} role="region" aria-label="Turns">
          {data?.before != null && (
            <p class="soft">Older events of this session are in the timeline.</p>
          )}
          {turnsOf(events).map((turn, at) => (
            <section key={turn.prompt?.seq ?? at} class="turn">
              {turn.prompt !== null && (
                <div class="said-by user">
                  <span class="soft">{clockOf(turn.prompt.time)}</span>
                  <button
                    type="button"
                    class="text"
                    onClick={() => openEvent(turn.prompt!.citation)}
                  >
                    {turn.prompt.text ?? turn.prompt.summary}
                  </button>
                </div>
              )}
              <ul class="steps-list">
                {turn.steps.map((step) => (
                  <li key={step.seq}>
                    <button type="button" class="step" onClick={() => openEvent(step.citation)}>
                      <span class="time">{clockOf(step.time)}</span>
                      <span class={`kind k-${step.kind}`}>{step.kind}</span>
                      <span class="about">{step.summary}</span>
                      <span class={`aside${/exit [1-9]/.test(step.aside ?? '') ? ' bad' : ''}`}>
                        {step.aside}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {turn.replies.map((reply) => (
                <div key={reply.seq} class="said-by agent">
                  <button type="button" class="text" onClick={() => openEvent(reply.citation)}>
                    {reply.text ?? reply.summary}
                  </button>
                </div>
              ))}
            </section>
          ))}
        </div>
        <div class="panel detail">
          <List
            title="Files changed"
            lines={(session?.files ?? []).map((file) => ({ key: file, words: file, mono: true }))}
          />
          <List title="Decisions and facts" lines={decisions.map(asLine)} />
          <List
            title="Notes"
            lines={notes
              .filter(({ forgotten, row }) => !forgotten && row?.superseded !== true)
              .map(asLine)}
          />
          <List
            title="Memory it received"
            lines={received.map(asLine)}
            none="It received no context."
          />
        </div>
      </div>
    </>
  );
}

interface ListLine {
  key: string;
  words: string;
  citation?: string;
  mono?: boolean;
  mark?: string;
}

function asLine(event: EventLine): ListLine {
  return {
    key: event.citation,
    words: event.summary,
    citation: event.citation,
    mark: event.row?.pinned === true ? 'pinned' : event.row?.corrected === true ? 'corrected' : '',
  };
}

function List({
  title,
  lines,
  none = 'None',
}: {
  title: string;
  lines: ListLine[];
  none?: string;
}) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 && <p class="soft">{none}</p>}
      <ul class="plainlist">
        {lines.map(({ key, words, citation, mono, mark = '' }) => (
          <li key={key} class={mono === true ? 'mono' : ''}>
            {words} {mark !== '' && <Tag>{mark}</Tag>}{' '}
            {citation !== undefined && <Citation citation={citation} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
