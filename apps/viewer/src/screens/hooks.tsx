/** The user's hooks: what would fire and why, their problems, their results, and losses. */
import { useState } from 'preact/hooks';
import { useAsk } from '../api.ts';
import { clientName, clockOf, dayOf, numberOf, plural } from '../format.ts';
import {
  Citation,
  Empty,
  Failure,
  Field,
  Figure,
  Head,
  HookTimes,
  Table,
  Tag,
  Words,
} from '../parts/pieces.tsx';
import { here } from '../state.ts';

const EVENTS =
  'PreToolUse PostToolUse UserPromptSubmit SessionStart Stop SessionEnd PreCompact'.split(' ');
const CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot'];

export function Hooks() {
  const { data, error } = useAsk('/api/viewer/hooks', here.value, { live: true });
  const figures = data?.figures;
  return (
    <>
      <Head
        title="Hooks"
        words={
          data === null
            ? ''
            : `${plural(data.handlers, 'hook')} in ${plural(data.files.length, 'file')}. Connected: ${data.connected.map(clientName).join(', ') || 'no client'}.`
        }
      >
        {figures !== undefined && (
          <div class="figures">
            <Figure value={numberOf(figures.runs)} words="runs" />
            <HookTimes hooks={figures} />
            <Figure value={numberOf(figures.denied)} words="denied" />
            <Figure
              value={numberOf(figures.failed)}
              words="failed"
              tone={figures.failed > 0 ? 'bad' : ''}
            />
          </div>
        )}
      </Head>
      <Failure error={error} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Hooks">
        {(data?.findings.length ?? 0) > 0 && (
          <section>
            <h2>To fix</h2>
            <ul class="findings">
              {data!.findings.map((finding, at) => (
                <li key={at} class={finding.severity}>
                  <b>{finding.message}</b> <Words text={finding.remediation} />{' '}
                  <code>{finding.place}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Explain />
        <section>
          <h2>Runs</h2>
          {data?.runs.length === 0 ? (
            <Empty title="No hook ran yet">
              Runs are recorded after the event that caused them.
            </Empty>
          ) : (
            <table class="rows">
              <thead>
                <tr>
                  <th>When</th>
                  <th>Hook</th>
                  <th>Event</th>
                  <th>Outcome</th>
                  <th>Decision</th>
                  <th class="num">Time</th>
                  <th>Not delivered</th>
                </tr>
              </thead>
              <tbody>
                {(data?.runs ?? []).slice(0, 200).map((run) => (
                  <tr key={run.seq}>
                    <td class="nowrap">
                      {dayOf(run.time)} {clockOf(run.time)} <Citation citation={run.citation} />
                    </td>
                    <td class="mono file">{run.file}</td>
                    <td>
                      {run.event}
                      {run.tool !== null && <span class="soft"> {run.tool}</span>}
                    </td>
                    <td class={run.failed ? 'bad nowrap' : 'nowrap'}>
                      {run.outcome.replaceAll('_', ' ')}
                    </td>
                    <td>
                      <Tag
                        tone={
                          run.decision === 'deny' ? 'bad' : run.decision === 'ask' ? 'warn' : ''
                        }
                      >
                        {run.decision}
                      </Tag>
                    </td>
                    <td class="num">{numberOf(run.duration_ms)} ms</td>
                    <td class="soft">
                      {run.losses.map(({ field }) => field).join(', ') || 'nothing'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </div>
    </>
  );
}

function Explain() {
  const [event, setEvent] = useState('PreToolUse');
  const [client, setClient] = useState('claude-code');
  const [tool, setTool] = useState('Bash');
  const isTool = event.includes('Tool');
  const { data, error } = useAsk('/api/viewer/hooks/explain', {
    ...here.value,
    event,
    client,
    ...(isTool && { tool }),
  });
  return (
    <section>
      <h2>What would fire</h2>
      <div class="fields">
        <Field label="Event">
          <select
            data-search
            value={event}
            onChange={({ currentTarget }) => setEvent(currentTarget.value)}
          >
            {EVENTS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
        <Field label="Client">
          <select value={client} onChange={({ currentTarget }) => setClient(currentTarget.value)}>
            {CLIENTS.map((name) => (
              <option key={name} value={name}>
                {clientName(name)}
              </option>
            ))}
          </select>
        </Field>
        {isTool && (
          <Field label="Tool">
            <input value={tool} onChange={({ currentTarget }) => setTool(currentTarget.value)} />
          </Field>
        )}
      </div>
      <Failure error={error} />
      {data?.handlers.length === 0 && <p class="soft">No hook is configured for it.</p>}
      {data !== null && data.handlers.length > 0 && (
        <Table heads={['Where', 'Matcher', 'Runs', 'Why']}>
          {data.handlers.map((handler, at) => (
            <tr key={at} class={handler.fires ? '' : 'off'}>
              <td class="mono nowrap">{handler.place}</td>
              <td class="mono">{handler.matcher ?? 'any'}</td>
              <td class="mono">{handler.action}</td>
              <td class={handler.fires ? 'good' : ''}>{handler.why}</td>
            </tr>
          ))}
        </Table>
      )}
      {data !== null && (
        <details class="losses">
          <summary>What each client cannot express at this event</summary>
          <table class="rows">
            <tbody>
              {data.losses.map((loss) => (
                <tr key={loss.client}>
                  <th scope="row" class="nowrap">
                    {clientName(loss.client)}
                  </th>
                  <td class="soft">
                    {loss.native_event === null
                      ? 'has no such event'
                      : loss.fields
                          .map(({ field, survival }) => `${field} (${survival})`)
                          .join(', ') || 'nothing is lost'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
