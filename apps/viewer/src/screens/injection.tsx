/** What a session that starts now would be handed, line by line, and what it costs; it follows the settings as they change. */
import { useEffect, useState } from 'preact/hooks';
import { askText, useAsk, type ApiError } from '../api.ts';
import { bytesOf, clientName, clockOf, dayOf, numberOf } from '../format.ts';
import { Citation, Empty, Failure, Field, Figure, Head } from '../parts/pieces.tsx';
import { here, workspace } from '../state.ts';
import { pulse } from '../stream.ts';
import type { EventLine } from '../types.ts';

/** A line of the text with why it is there; given by the worker where it is asked for JSON. */
interface Line {
  text: string;
  why?: string | null;
  bytes?: number;
}

interface Given {
  lines: Line[];
  bytes: number;
}

const encoder = new TextEncoder();

/** The text alone, where the worker gives no reasons. */
function given(answer: { text?: string; context?: string; lines?: Line[]; bytes?: number }): Given {
  const text = answer.text ?? answer.context ?? '';
  const lines = answer.lines ?? text.split('\n').map((line) => ({ text: line }));
  return {
    lines,
    bytes: answer.bytes ?? encoder.encode(lines.map(({ text }) => text).join('\n')).length,
  };
}

export function Injection() {
  const project = workspace.value?.alias ?? '';
  const [prompt, setPrompt] = useState('');
  const [client, setClient] = useState('claude-code');
  const [budget, setBudget] = useState(8192);
  const [state, setState] = useState<{ data: Given | null; error: ApiError | null }>({
    data: null,
    error: null,
  });
  const params = { project, prompt, client, max_bytes: budget };
  const turn = pulse.value;
  useEffect(() => {
    if (project === '') return;
    let isOld = false;
    const load = async (): Promise<Given> => {
      const answer = await askText('/api/context/preview', { ...params, format: 'json' });
      try {
        return given(JSON.parse(answer) as Parameters<typeof given>[0]);
      } catch {
        return given({ text: answer });
      }
    };
    const timer = setTimeout(() => {
      load().then(
        (data) => {
          if (!isOld) setState({ data, error: null });
        },
        (error: unknown) => {
          if (!isOld) setState({ data: null, error: error as ApiError });
        },
      );
    }, 250);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [project, prompt, client, budget, turn]);
  const handed = useAsk<{ events: EventLine[] }>(
    '/api/viewer/events',
    { ...here.value, type: 'context.injected', limit: 20 },
    { live: true },
  );
  const { data, error } = state;
  return (
    <>
      <Head title="Injection" words="What a session that starts now would be handed.">
        {data !== null && (
          <div class="figures">
            <Figure
              value={bytesOf(data.bytes)}
              words={`of ${bytesOf(budget)}`}
              tone={data.bytes > budget ? 'bad' : ''}
            />
            <Figure
              value={numberOf(data.lines.filter(({ text }) => text.trim() !== '').length)}
              words="lines"
            />
          </div>
        )}
      </Head>
      <div class="fields">
        <Field label="Task or prompt">
          <input
            data-search
            type="search"
            class="wide"
            value={prompt}
            placeholder="What the session is about"
            onInput={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
        </Field>
        <Field label="Client">
          <select value={client} onChange={({ currentTarget }) => setClient(currentTarget.value)}>
            <option value="claude-code">Claude Code</option>
            <option value="codex">Codex</option>
            <option value="gemini">Gemini CLI</option>
          </select>
        </Field>
        <Field label={`Budget, ${bytesOf(budget)}`}>
          <input
            type="range"
            min={512}
            max={32_768}
            step={512}
            value={budget}
            onInput={({ currentTarget }) => setBudget(Number(currentTarget.value))}
          />
        </Field>
      </div>
      <Failure error={error} />
      <div class="two rail fill">
        <div
          class="panel fill injected"
          tabIndex={0}
          role="region"
          aria-label="Text that would be handed over"
        >
          {data !== null && data.bytes === 0 && <Empty title="Nothing would be handed over" />}
          {data !== null && data.bytes > 0 && (
            <ol class={data.lines.some(({ why }) => why != null) ? 'reasoned' : ''}>
              {data.lines.map((line, at) => (
                <li key={at}>
                  <code>{line.text === '' ? ' ' : line.text}</code>
                  {line.why != null && <span class="why">{line.why}</span>}
                </li>
              ))}
            </ol>
          )}
        </div>
        <div class="panel detail">
          <h3>Handed over before</h3>
          {(handed.data?.events ?? []).length === 0 && (
            <p class="soft">No session was handed anything yet.</p>
          )}
          <ul class="plainlist">
            {(handed.data?.events ?? []).map((event) => (
              <li key={event.seq}>
                {dayOf(event.time)} {clockOf(event.time)}, {clientName(event.client)} {event.aside}{' '}
                <Citation citation={event.citation} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}
