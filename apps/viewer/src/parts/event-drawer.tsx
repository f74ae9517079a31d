/** One complete sealed event beside the screen: its content, its origin, and whether its hash verifies. */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useAsk, withoutDirections, type Answer } from '../api.ts';
import { clientName, momentOf, shortId } from '../format.ts';
import { linkTo, place, setParams } from '../router.ts';
import { here } from '../state.ts';
import type { StoredEvent } from '../types.ts';
import { verifyLine, type Verdict } from '../verify.ts';
import { NoteDetail } from './note-detail.tsx';
import { Citation, Failure, Reported, Tag } from './pieces.tsx';

const MAX_CHARS = 100_000;

export function EventDrawer() {
  const citation = place.value.params.get('event');
  const isOpen = citation !== null;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      // The removed drawer had the focus, unless you moved it.
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, [isOpen]);
  if (!isOpen) return null;
  return <Drawer key={citation} citation={citation} />;
}

function Drawer({ citation }: { citation: string }) {
  const { data, error } = useAsk(
    '/api/viewer/event',
    {
      ws: place.value.params.get('event_ws') ?? here.value.ws,
      citation,
    },
    { live: true },
  );
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const cited = citation.split('#')[1] ?? '';
  const verdict = useMemo(() => (data === null ? null : verifyLine(data.line, cited)), [data]);
  return (
    <aside class="drawer" aria-label="Sealed event" tabIndex={-1} ref={panel}>
      <div class="drawer-head">
        <h2>{data?.event.type ?? 'Event'}</h2>
        <button type="button" class="plain" onClick={() => setParams({ event: '', event_ws: '' })}>
          Close <kbd aria-hidden="true">Esc</kbd>
        </button>
      </div>
      <Failure error={error} />
      {data !== null && verdict !== null && <Content sealed={data} verdict={verdict} />}
    </aside>
  );
}

function Content({ sealed, verdict }: { sealed: Answer<'/api/viewer/event'>; verdict: Verdict }) {
  const { event, citation } = sealed;
  const text = withoutDirections(JSON.stringify(event.payload, null, 2));
  const { origin } = event;
  const session = origin?.session_id;
  return (
    <>
      <Verified verdict={verdict} event={event} next={sealed.next_previous_hash} />
      {sealed.row !== null && <NoteDetail id={sealed.row.id} kind={sealed.row.kind} />}
      <dl class="facts">
        <dt>When</dt>
        <dd>{momentOf(event.timestamp)}</dd>
        <dt>Who</dt>
        <dd>
          {event.actorId}
          {origin?.client !== undefined && ` through ${clientName(origin.client)}`}
        </dd>
        <dt>Channel</dt>
        <dd>
          {sealed.reported ? (
            <Reported channel={origin?.channel ?? ''} />
          ) : (
            (origin?.channel ?? 'unknown')
          )}{' '}
          <Tag>{sealed.class}</Tag>
          {event.security?.sensitivity === 'restricted' && <Tag tone="warn">masked</Tag>}
        </dd>
        {sealed.repeats.length > 0 && (
          <>
            <dt>Repeats</dt>
            <dd>
              {sealed.repeats.map((source) => (
                <span key={source.citation}>
                  <Reported channel={source.channel} /> <Citation citation={source.citation} />{' '}
                </span>
              ))}
            </dd>
          </>
        )}
        {session !== undefined && (
          <>
            <dt>Session</dt>
            <dd>
              <a href={linkTo('session', { id: session })}>{shortId(session)}</a>
            </dd>
          </>
        )}
        <dt>Citation</dt>
        <dd class="mono">{citation}</dd>
      </dl>
      {event.shredded !== null ? (
        <p class="notice">Its content was forgotten by {event.shredded.by}.</p>
      ) : (
        <pre tabIndex={0} aria-label="Payload">
          {text.slice(0, MAX_CHARS)}
          {text.length > MAX_CHARS && `\n… ${text.length - MAX_CHARS} more characters`}
        </pre>
      )}
    </>
  );
}

function Verified({
  verdict,
  event,
  next,
}: {
  verdict: Verdict;
  event: StoredEvent;
  next: string | null;
}) {
  const linked =
    next === null
      ? 'It is the newest event.'
      : next === event.hash
        ? 'The next event contains this hash.'
        : 'The next event contains another hash.';
  if (verdict.state === 'unchecked')
    return (
      <div class="seal" data-seal="unchecked">
        <b>Not hashed here</b>
        <span>{verdict.why}</span>
      </div>
    );
  if (verdict.state === 'differs')
    return (
      <div class="seal bad" data-seal="differs" role="alert">
        <b>The content does not match its hash</b>
        <span class="mono">
          here {verdict.hash.slice(7, 27)}… stored {verdict.stored.slice(7, 27)}…
        </span>
      </div>
    );
  return (
    <div class={`seal ${next !== null && next !== event.hash ? 'bad' : 'good'}`} data-seal="whole">
      <b>Hashed in this page: it matches</b>
      <span class="mono">{verdict.hash.slice(7)}</span>
      <span>{linked}</span>
    </div>
  );
}
