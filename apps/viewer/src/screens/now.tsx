/** Who currently works on what, in every project, and the state of the hooks. */
import { useAsk } from '../api.ts';
import { agoOf, clientName, hueOf, numberOf, plural, shortId, titleOf } from '../format.ts';
import { openEvent } from '../keys.ts';
import { EventRow, rowClassOf } from '../parts/event-row.tsx';
import { Empty, Failure, Figure, Head, HookTimes, Tag } from '../parts/pieces.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { linkTo } from '../router.ts';
import { chosen, workspace } from '../state.ts';
import type { ClientSession } from '../types.ts';

export function Now() {
  const { data, error } = useAsk('/api/viewer/live', {}, { live: true });
  const all = data?.workspaces ?? [];
  const sessions = all.flatMap(({ slot, alias, sessions }) =>
    sessions.map((session) => ({ slot, alias, session })),
  );
  const live = sessions.filter(({ session }) => session.state === 'live');
  const others = sessions.filter(({ session }) => session.state !== 'live').slice(0, 8);
  const hooks = all.find(({ slot }) => slot === workspace.value?.slot)?.hooks;
  const recent = all.find(({ slot }) => slot === workspace.value?.slot)?.recent ?? [];
  return (
    <>
      <Head
        title="Now"
        words={
          data === null
            ? ''
            : live.length === 0
              ? 'No session is active.'
              : `${plural(live.length, 'session')} at work.`
        }
      >
        {hooks !== undefined && (
          <div class="figures">
            <HookTimes hooks={hooks} />
            <Figure value={numberOf(hooks.denied)} words="denied" />
            <Figure
              value={numberOf(hooks.failed)}
              words="failed"
              tone={hooks.failed > 0 ? 'bad' : ''}
            />
          </div>
        )}
      </Head>
      <Failure error={error} />
      <div class="cards">
        {[...live, ...others].map(({ slot, alias, session }) => (
          <Card key={`${slot} ${session.session_id}`} alias={alias} slot={slot} session={session} />
        ))}
      </div>
      {data !== null && sessions.length === 0 && (
        <Empty title="No session yet">Start your agent in a connected project.</Empty>
      )}
      {recent.length > 0 && (
        <section class="fill">
          <h2>Latest in {workspace.value?.alias}</h2>
          <div class="panel fill">
            <VirtualList
              count={recent.length}
              rowHeight={32}
              label="Newest events"
              rowClass={(at) => `${rowClassOf(recent[at])} noday`}
              row={(at) => <EventRow line={recent[at]!} />}
              onOpen={(at) => openEvent(recent[at]!.citation)}
              empty={null}
            />
          </div>
        </section>
      )}
    </>
  );
}

function Card({ alias, slot, session }: { alias: string; slot: number; session: ClientSession }) {
  const { state, doing } = session;
  return (
    <a
      class={`card session h${hueOf(session.session_id)} ${state}`}
      href={linkTo('session', { id: session.session_id })}
      onClick={() => (chosen.value = slot)}
    >
      <div class="line">
        <b>{clientName(session.client)}</b>
        <span class="soft">{alias}</span>
        {session.branch !== null && <span class="soft mono">{session.branch}</span>}
        <Tag tone={state === 'live' ? 'good' : ''}>{state}</Tag>
        <span class="soft end">{agoOf(session.last)}</span>
      </div>
      <p class="prompt">
        {state === 'live' ? (session.prompt ?? 'No prompt yet') : titleOf(session)}
      </p>
      <p class="doing">
        <span class={`kind k-${doing.kind}`}>{doing.kind}</span> {doing.summary}
      </p>
      <div class="line counts">
        <span>{plural(session.prompts, 'prompt')}</span>
        <span>{plural(session.tools, 'call')}</span>
        <span>{plural(session.files.length, 'file')}</span>
        {session.failures > 0 && <span class="bad">{session.failures} failed</span>}
        <span class="mono end">{shortId(session.session_id)}</span>
      </div>
    </a>
  );
}
