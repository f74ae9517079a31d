/** The sessions of a project, and one of them turn by turn. */
import { useAsk } from '../api.ts';
import {
  agoOf,
  clientName,
  clockOf,
  hueOf,
  momentOf,
  numberOf,
  plural,
  shortId,
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
  const { data, error } = useAsk<{ sessions: ClientSession[] }>(
    '/api/viewer/sessions',
    here.value,
    { live: true },
  );
  const sessions = data?.sessions ?? [];
  return (
    <>
      <Head title="Sessions" words={data === null ? '' : plural(sessions.length, 'session')} />
      <Failure error={error} />
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

function Line({ session }: { session: ClientSession }) {
  return (
    <>
      <span class="about">{session.prompt ?? 'No prompt'}</span>
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

interface Said extends EventLine {
  text: string | null;
}

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

/** Each is told by another event too: the call by its result, the words on the screen by the reply. */
const ECHOES = new Set([
  'hook.pre_tool_use',
  'hook.post_tool_batch',
  'hook.message_display',
  'hook.stop',
  'memory.reinforcement',
  'memory.reminder.suggested',
]);

/** What came of a call stands right behind it; notes have their place beside the turns. */
function isTold(event: Said, next: Said | undefined): boolean {
  if (ECHOES.has(event.type) || event.kind === 'note' || event.kind === 'summary') return true;
  return event.kind === 'tool' && (next?.kind === 'command' || next?.kind === 'edit');
}

function One({ id }: { id: string }) {
  const { data, error } = useAsk<{
    session: ClientSession | null;
    events: Said[];
    before: number | null;
  }>('/api/viewer/session', { ...here.value, id }, { live: true });
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
        title={session === null ? 'Session' : `${clientName(session.client)} session`}
        words={
          session !== null && (
            <>
              <a href={linkTo('session')}>All sessions</a>
              {`, started ${momentOf(session.started)}, last ${agoOf(session.last)}`}
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
          <List title="Notes" lines={notes.map(asLine)} />
          <List
            title="Memory it received"
            lines={received.map(asLine)}
            none="Nothing was handed to it."
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
}

function asLine(event: EventLine): ListLine {
  return { key: event.citation, words: event.summary, citation: event.citation };
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
        {lines.map(({ key, words, citation, mono }) => (
          <li key={key} class={mono === true ? 'mono' : ''}>
            {words} {citation !== undefined && <Citation citation={citation} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
