/** What the memory cost and gave, counted from what was recorded; nothing here is an estimate of what might have been saved. */
import { useAsk } from '../api.ts';
import { bytesOf, numberOf, plural } from '../format.ts';
import { Empty, Failure, Figure, Head, Share } from '../parts/pieces.tsx';
import { here } from '../state.ts';

interface Answer {
  ledger: {
    day: string;
    provider: string;
    model: string;
    calls: number;
    failed: number;
    input_tokens: number;
    output_tokens: number;
    cost_usd: number;
    items: number;
  }[];
  handed: {
    day: string;
    injections: number;
    bytes: number;
    checkouts: number;
    checkout_tokens: number;
  }[];
  storage: { kind: string; bytes: number; files: number }[];
  events: number;
  looked: number;
  whole: boolean;
}

/** Settings are flat strings; a budget that nobody set is zero. */
type Settings = Record<string, string>;
const BUDGETS: [name: string, words: string][] = [
  ['HOOKLOOM_NOTES_DAILY_TOKENS', 'tokens a day'],
  ['HOOKLOOM_NOTES_DAILY_USD', 'dollars a day'],
];

export function Economics() {
  const { data, error } = useAsk<Answer>('/api/viewer/economics', here.value, { live: true });
  const settings = useAsk<Settings>('/api/settings');
  const sum = (pick: (row: Answer['ledger'][number]) => number): number =>
    (data?.ledger ?? []).reduce((total, row) => total + pick(row), 0);
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
            <Figure value={bytesOf(handed)} words="handed out" />
            <Figure value={bytesOf(stored)} words="on disk" />
          </div>
        )}
      </Head>
      <Failure error={error} />
      {data !== null && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Figures">
          <section>
            <h2>Budget</h2>
            <p>
              {BUDGETS.map(([name, words]) => (
                <span key={name} class="budget">
                  <b>{settings.data?.[name] ?? '0'}</b> {words}
                </span>
              ))}
            </p>
            <p class="soft">
              With a budget of zero no model is asked: notes are made by rules, free of charge.
            </p>
          </section>
          <section>
            <h2>Ledger</h2>
            {data.ledger.length === 0 ? (
              <Empty title="No model was asked">
                Notes were made by rules, which cost nothing.
              </Empty>
            ) : (
              <table class="rows">
                <thead>
                  <tr>
                    <th>Day</th>
                    <th>Provider</th>
                    <th>Model</th>
                    <th class="num">Calls</th>
                    <th class="num">Failed</th>
                    <th class="num">Items</th>
                    <th class="num">Tokens in</th>
                    <th class="num">Tokens out</th>
                    <th class="num">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  {data.ledger.map((row) => (
                    <tr key={`${row.day} ${row.provider} ${row.model}`}>
                      <td class="nowrap">{row.day}</td>
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
                </tbody>
              </table>
            )}
          </section>
          <section>
            <h2>Handed to agents</h2>
            {data.handed.length === 0 ? (
              <p class="soft">Nothing yet.</p>
            ) : (
              <table class="rows">
                <thead>
                  <tr>
                    <th>Day</th>
                    <th class="num">At session start</th>
                    <th class="num">Bytes</th>
                    <th class="num">Checkouts</th>
                    <th class="num">Tokens of checkouts</th>
                  </tr>
                </thead>
                <tbody>
                  {data.handed.map((row) => (
                    <tr key={row.day}>
                      <td class="nowrap">{row.day}</td>
                      <td class="num">{numberOf(row.injections)}</td>
                      <td class="num">{bytesOf(row.bytes)}</td>
                      <td class="num">{numberOf(row.checkouts)}</td>
                      <td class="num">{numberOf(row.checkout_tokens)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
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
              The projection can be deleted at any time; <code>hookloom compact</code> makes it
              small again.
            </p>
          </section>
        </div>
      )}
    </>
  );
}
