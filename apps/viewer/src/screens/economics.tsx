/** The cost and use of the memory, counted from what was recorded. Nothing here is an estimate of savings. */
import { useState } from 'preact/hooks';
import { send, useAsk, type Answer, type ApiError } from '../api.ts';
import { bytesOf, numberOf, plural } from '../format.ts';
import { Failure, Figure, Head, Share, Table } from '../parts/pieces.tsx';
import { linkTo } from '../router.ts';
import { here } from '../state.ts';
import { raise } from '../stream.ts';

const STATES = {
  off: 'Notes are made by rules, without a model and at no cost.',
  ready: 'Notes are made by a model, within the budget.',
  paused: 'The models do not respond at the moment. Notes are made by rules.',
  budget_spent: 'The budget for today is spent. Notes are made by rules until midnight UTC.',
};

export function Economics() {
  const { data, error } = useAsk('/api/viewer/economics', here.value, { live: true });
  const ledger = useAsk('/api/ledger', {}, { live: true });
  const queue = useAsk('/api/pending-queue', {}, { live: true });
  const rows = (ledger.data?.projects ?? [])
    .flatMap(({ project, rows }) => rows.map((row) => ({ ...row, project })))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  const sum = (pick: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0);
  const stored = (data?.storage ?? []).reduce((total, { bytes }) => total + bytes, 0);
  const handed = (data?.handed ?? []).reduce((total, { bytes }) => total + bytes, 0);
  return (
    <>
      <Head
        title="Economics"
        words={
          data === null
            ? ''
            : data.whole
              ? 'Counted over the whole log.'
              : `Counted over the newest ${numberOf(data.looked)} events.`
        }
      >
        {data !== null && (
          <div class="figures">
            <Figure value={`$${sum(({ cost_usd }) => cost_usd).toFixed(2)}`} words="spent" />
            <Figure
              value={numberOf(
                sum(({ input_tokens, output_tokens }) => input_tokens + output_tokens),
              )}
              words="tokens"
            />
            <Figure value={bytesOf(handed)} words="served" />
            <Figure value={bytesOf(stored)} words="on disk" />
          </div>
        )}
      </Head>
      <Failure error={error} />
      {data !== null && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Figures">
          <section>
            <h2>Notes and their budget</h2>
            <Failure error={queue.error} />
            {queue.data !== null && <Queue queue={queue.data} />}
          </section>
          <section>
            <h2>Ledger of all projects</h2>
            <Failure error={ledger.error} />
            {rows.length === 0 ? (
              <p class="soft">No model has been used yet. Notes by rules cost nothing.</p>
            ) : (
              <Table
                heads={['Day', 'Project', 'Provider', 'Model']}
                numbers={['Calls', 'Failed', 'Items', 'Tokens in', 'Tokens out', 'Cost']}
              >
                {rows.map((row) => (
                  <tr key={`${row.day} ${row.project} ${row.provider} ${row.model}`}>
                    <td class="nowrap">{row.day}</td>
                    <td>{row.project}</td>
                    <td>{row.provider}</td>
                    <td class="mono">{row.model}</td>
                    <td class="num">{numberOf(row.calls)}</td>
                    <td class={`num${row.failed > 0 ? ' bad' : ''}`}>{numberOf(row.failed)}</td>
                    <td class="num">{numberOf(row.items)}</td>
                    <td class="num">{numberOf(row.input_tokens)}</td>
                    <td class="num">{numberOf(row.output_tokens)}</td>
                    <td class="num">${row.cost_usd.toFixed(4)}</td>
                  </tr>
                ))}
              </Table>
            )}
          </section>
          <section>
            <h2>Served to agents</h2>
            {data.handed.length === 0 ? (
              <p class="soft">Nothing yet.</p>
            ) : (
              <Table
                heads={['Day']}
                numbers={['At session start', 'Bytes', 'Checkouts', 'Tokens of checkouts']}
              >
                {data.handed.map((row) => (
                  <tr key={row.day}>
                    <td class="nowrap">{row.day}</td>
                    <td class="num">{numberOf(row.injections)}</td>
                    <td class="num">{bytesOf(row.bytes)}</td>
                    <td class="num">{numberOf(row.checkouts)}</td>
                    <td class="num">{numberOf(row.checkout_tokens)}</td>
                  </tr>
                ))}
              </Table>
            )}
          </section>
          <section>
            <h2>Storage</h2>
            <table class="rows storage">
              <tbody>
                {data.storage.map(({ kind, bytes, files }) => (
                  <tr key={kind}>
                    <th scope="row">{kind}</th>
                    <td>
                      <Share
                        part={bytes}
                        whole={stored}
                        label={`${bytesOf(bytes)} of ${bytesOf(stored)}`}
                      />
                    </td>
                    <td class="num">{bytesOf(bytes)}</td>
                    <td class="num soft">{plural(files, 'file')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="soft">
              The log is the source of truth and never changes. The projection is rebuilt from it if
              it is missing.
            </p>
            <Compact />
          </section>
          <section>
            <h2>How long notes are kept</h2>
            <Kept rows={data.retention} />
          </section>
        </div>
      )}
    </>
  );
}

function Kept({ rows }: { rows: Answer<'/api/viewer/economics'>['retention'] }) {
  return (
    <>
      <Table heads={['Kind', 'Kept']} numbers={['In lists', 'Older, pinned', 'Expired']}>
        {rows.map(({ kind, days, kept, pinned, retired }) => (
          <tr key={kind}>
            <td>{kind.replace(':', ': ')}</td>
            <td class="nowrap">{days === 0 ? 'forever' : plural(days, 'day')}</td>
            <td class="num">{numberOf(kept)}</td>
            <td class="num">{numberOf(pinned)}</td>
            <td class="num">{numberOf(retired)}</td>
          </tr>
        ))}
      </Table>
      <p class="soft">
        Expired notes stay in the log. They come back if you keep their kind longer.{' '}
        <a href={linkTo('settings')}>Change it</a>
      </p>
    </>
  );
}

function Queue({ queue }: { queue: Answer<'/api/pending-queue'> }) {
  const { state, budget, spent_today: spent } = queue.model;
  const isLimited = budget.tokens > 0 || budget.usd > 0;
  return (
    <>
      <p>
        <span class="budget">
          <b>{numberOf(queue.depth)}</b> waiting
        </span>
        <span class={`budget${queue.dead > 0 ? ' bad' : ''}`}>
          <b>{numberOf(queue.dead)}</b> failed
        </span>
        {isLimited && (
          <span class="budget">
            <b>{numberOf(spent.tokens)}</b> of {numberOf(budget.tokens)} tokens today
          </span>
        )}
        {isLimited && (
          <span class="budget">
            <b>${spent.usd.toFixed(2)}</b> of ${budget.usd.toFixed(2)} today
          </span>
        )}
      </p>
      <p class="soft">
        {STATES[state]} {queue.dead > 0 && <a href={linkTo('integrity')}>Show what failed</a>}
      </p>
      {queue.last_error !== null && <p class="bad">{queue.last_error}</p>}
    </>
  );
}

function Compact() {
  const [state, setState] = useState<'idle' | 'busy'>('idle');
  const [said, setSaid] = useState<{ words: string; isBad: boolean } | null>(null);
  const run = (): void => {
    setState('busy');
    send('/api/viewer/compact', {}, here.value)
      .then(
        ({ events, windows, bytes, archived, left }) =>
          setSaid({
            words: `${plural(events, 'event')} summarized in ${plural(windows, 'window')}, ${bytesOf(bytes)}. ${plural(archived, 'segment')} archived; ${plural(left, 'event')} not archived yet.`,
            isBad: false,
          }),
        (error: ApiError) =>
          setSaid({ words: `${error.message} ${error.remediation}`, isBad: true }),
      )
      .finally(() => {
        setState('idle');
        raise();
      });
  };
  return (
    <div class="actions">
      <button type="button" disabled={state === 'busy'} onClick={run}>
        Compact the log
      </button>
      <span class={said?.isBad === true ? 'bad' : 'soft'} role="status">
        {said?.words ??
          'Writes a digest and a compressed copy of every 10,000 events next to the log.'}
      </span>
    </div>
  );
}
