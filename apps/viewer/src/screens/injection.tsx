/** The context of a session that starts now, line by line, and its cost. It follows the settings as they change. */
import type { ExplainedContext } from '@hookloom/worker';
import { useEffect, useState } from 'preact/hooks';
import { askPath, askText, useAsk, type ApiError } from '../api.ts';
import { bytesOf, clientName, clockOf, dayOf, numberOf, reasonOf } from '../format.ts';
import { Citation, Empty, Failure, Field, Figure, Head, Tag } from '../parts/pieces.tsx';
import { here, workspace } from '../state.ts';
import { pulse } from '../stream.ts';

const encoder = new TextEncoder();

export function Injection() {
  const project = workspace.value?.alias ?? '';
  const [prompt, setPrompt] = useState('');
  const [client, setClient] = useState('claude-code');
  const [branch, setBranch] = useState('');
  const [files, setFiles] = useState('');
  const [budget, setBudget] = useState(8192);
  const [state, setState] = useState<{
    text: string | null;
    told: ExplainedContext | null;
    error: ApiError | null;
  }>({ text: null, told: null, error: null });
  const turn = pulse.value;
  useEffect(() => {
    if (project === '') return;
    let isOld = false;
    const names = files.split(/[\s,]+/).filter((name) => name !== '');
    const params = {
      project,
      prompt,
      platformSource: client,
      budget,
      branch,
      files: names.join(','),
    };
    const timer = setTimeout(() => {
      Promise.all([
        askText('/api/context/inject', params),
        // The text is useful without its reasons, too.
        askPath<ExplainedContext>('/api/context/explain', params).catch(() => null),
      ]).then(
        ([text, told]) => {
          if (!isOld) setState({ text, told, error: null });
        },
        (error: unknown) => {
          if (!isOld) setState({ text: null, told: null, error: error as ApiError });
        },
      );
    }, 250);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [project, prompt, client, branch, files, budget, turn]);
  const handed = useAsk(
    '/api/viewer/events',
    { ...here.value, type: 'context.injected', limit: 20 },
    { live: true },
  );
  const { text, told, error } = state;
  const lines = (text ?? '').split('\n');
  const bytes = encoder.encode(text ?? '').length;
  return (
    <>
      <Head title="Injection" words="The context of a session that starts now.">
        {text !== null && (
          <div class="figures">
            <Figure
              value={bytesOf(bytes)}
              words={`of ${bytesOf(budget)}`}
              tone={bytes > budget ? 'bad' : ''}
            />
            {told !== null && <Figure value={bytesOf(told.reachable)} words="more by id" />}
            <Figure
              value={numberOf(lines.filter((line) => line.trim() !== '').length)}
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
            <option value="copilot">Copilot</option>
          </select>
        </Field>
        <Field label="Branch">
          <input
            class="short"
            value={branch}
            placeholder="any"
            onInput={({ currentTarget }) => setBranch(currentTarget.value)}
          />
        </Field>
        <Field label="Changed files">
          <input
            value={files}
            placeholder="src/a.ts, src/b.ts"
            onInput={({ currentTarget }) => setFiles(currentTarget.value)}
          />
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
          aria-label="Text of the context"
        >
          {text !== null && bytes === 0 && <Empty title="The context is empty" />}
          {bytes > 0 && (
            <ol>
              {lines.map((line, at) => (
                <li key={at}>
                  <code>{line === '' ? ' ' : line}</code>
                </li>
              ))}
            </ol>
          )}
        </div>
        <div class="panel detail">
          {told !== null && (
            <section>
              <h3>Why each line was chosen</h3>
              {told.statements.length + told.notes.length === 0 && (
                <p class="soft">The context has no statements and no notes.</p>
              )}
              <ul class="plainlist">
                {told.statements.map(({ kind, text: said, cue, citation }) => (
                  <li key={citation + kind}>
                    {said} <Citation citation={citation} />
                    <span class="why">
                      {' '}
                      {kind} {cue !== '' && `(recognised by “${cue}”)`}
                    </span>
                  </li>
                ))}
                {told.notes.map((note) => (
                  <li key={note.id}>
                    {note.title} {note.pinned && <Tag tone="good">pinned</Tag>}
                    <span class="why"> {note.why.map(reasonOf).join(', ')}</span>
                  </li>
                ))}
              </ul>
              {told.withheld.length > 0 && (
                <p class="soft">
                  {told.withheld.length} withheld: they tell the assistant what to do.
                </p>
              )}
            </section>
          )}
          <h3>Earlier contexts</h3>
          {(handed.data?.events ?? []).length === 0 && (
            <p class="soft">No session has received a context yet.</p>
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
