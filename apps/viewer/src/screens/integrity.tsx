/** Whether this data can be relied on: the chain, its head, what waits beside it, and work without a note. */
import { useState } from 'preact/hooks';
import { send, useAsk } from '../api.ts';
import { momentOf, numberOf, plural, shortId } from '../format.ts';
import { Failure, Figure, Head, Table } from '../parts/pieces.tsx';
import { doLater, here } from '../state.ts';

export function Integrity() {
  const [full, setFull] = useState(0);
  const { data, error, loading } = useAsk(
    '/api/viewer/integrity',
    { ...here.value, ...(full > 0 && { full: 1, turn: full }) },
    { live: true },
  );
  const queue = useAsk('/api/pending-queue', {}, { live: true });
  const report = data?.report;
  const letters = (queue.data?.workspaces ?? []).flatMap(({ project, dead_letters: dead }) =>
    dead.map((letter) => ({ ...letter, project })),
  );
  return (
    <>
      <Head title="Integrity" words="Every event contains the hash of the previous event.">
        <button
          type="button"
          class="main"
          disabled={loading}
          onClick={() => setFull((old) => old + 1)}
        >
          Verify everything again
        </button>
      </Head>
      <Failure error={error} />
      {data !== null && report !== undefined && (
        <div class="scroll" tabIndex={0} role="region" aria-label="State of the log">
          <div class={`verdict ${report.ok ? 'good' : 'bad'}`}>
            <b>{report.ok ? 'The chain is intact' : `Broken at event ${report.broken_at_seq}`}</b>
            {report.ok ? (
              <span>
                {plural(report.total_events, 'event')} verified,{' '}
                {numberOf(report.total_events - report.trusted_prefix)} of them just now
              </span>
            ) : (
              <span>
                {report.broken_reason?.replaceAll('_', ' ')}: {report.detail}
              </span>
            )}
            {data.head !== null && (
              <span class="mono">
                head #{data.head.seq} {data.head.hash.slice(7)}
              </span>
            )}
          </div>
          <div class="figures wide">
            <Figure value={numberOf(report.shredded)} words="forgotten on request" />
            <Figure value={numberOf(report.recovered)} words="incomplete lines repaired" />
            <Figure
              value={numberOf(data.inbox.reduce((sum, { waiting }) => sum + waiting, 0) + data.raw)}
              words="not in the log yet"
            />
            <Figure value={numberOf(queue.data?.depth ?? 0)} words="waiting for a note" />
            {'unavailable' in data.projection ? (
              <Figure value="none" words="memory cannot be opened" tone="bad" />
            ) : (
              <Figure
                value={
                  data.projection.behind === 0
                    ? 'up to date'
                    : `${numberOf(data.projection.behind)} behind`
                }
                words={`memory, ${numberOf(data.projection.facts)} facts`}
              />
            )}
          </div>
          <section>
            <h2>Work without a note</h2>
            <Failure error={queue.error} />
            {queue.data !== null && letters.length === 0 && (
              <p class="soft">None. Every item has its note.</p>
            )}
            {letters.length > 0 && (
              <Table heads={['When', 'Project', 'Work', 'Session', 'Reason', 'What to do']}>
                {letters.map((letter) => (
                  <tr key={letter.id}>
                    <td class="nowrap">
                      {momentOf(new Date(letter.created_at_epoch).toISOString())}
                    </td>
                    <td>{letter.project}</td>
                    <td>
                      {letter.tool_name ??
                        (letter.message_type === 'summarize' ? 'summary' : 'work')}
                    </td>
                    <td class="mono">{shortId(letter.content_session_id)}</td>
                    <td>{letter.reason.replaceAll('_', ' ')}</td>
                    <td class="num">
                      <button
                        type="button"
                        onClick={() =>
                          doLater(
                            'This item will be returned to the queue.',
                            'Returned to the queue.',
                            () => send('/api/pending-queue/retry', { id: letter.id }),
                          )
                        }
                      >
                        Retry
                      </button>
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </section>
        </div>
      )}
    </>
  );
}
