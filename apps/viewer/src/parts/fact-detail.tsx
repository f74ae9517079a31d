/** One remembered row: why it was found, its versions, and what you may do. */
import type { ForgetPreview } from '@hookloom/worker';
import { useState } from 'preact/hooks';
import { send, useAsk, type Answer } from '../api.ts';
import { momentOf, plural } from '../format.ts';
import { linkTo } from '../router.ts';
import type { Remembered } from '../types.ts';
import { doLater, here } from '../state.ts';
import { Citation, Field, Reported, Tag } from './pieces.tsx';

export function FactDetail({ row, question }: { row: Remembered; question: string }) {
  const { entity } = row;
  const at = row.slot === here.value.ws ? here.value : { ws: row.slot };
  const versions = useAsk(
    entity === null ? null : '/api/viewer/memory/fact',
    entity === null ? {} : { ...at, type: entity.type, name: entity.name },
  );
  const why = useAsk(question === '' ? null : '/api/viewer/memory/why', {
    ...at,
    q: question,
    citation: row.citation,
  });
  return (
    <div class="fact">
      <p class="said">{row.content}</p>
      <p class="under">
        <Tag>{row.kind.replaceAll('_', ' ')}</Tag>
        <Tag tone={row.authority === 'non_authoritative' ? 'warn' : ''}>
          {row.authority.replaceAll('_', ' ')}
        </Tag>
        {row.reported ? (
          <Reported channel={row.channel} />
        ) : (
          row.channel !== '' && <Tag>from {row.channel}</Tag>
        )}
        <Citation citation={row.citation} slot={row.slot} />
        {entity !== null && (
          <a class="quiet" href={linkTo('graph', { name: entity.name, type: entity.type })}>
            around it
          </a>
        )}
      </p>
      <Actions row={row} />
      {why.data !== null && (
        <section>
          <h3>Why it was found</h3>
          <p>
            {why.data.shared_words.length > 0
              ? `It shares words with the question: ${why.data.shared_words.join(', ')}.`
              : 'It is near the question in meaning.'}{' '}
            {why.data.shown ? 'Agents get this row.' : why.data.explanation}
          </p>
        </section>
      )}
      {(versions.data?.versions.length ?? 0) > 0 && <Versions versions={versions.data!.versions} />}
    </div>
  );
}

function Versions({ versions }: { versions: Answer<'/api/viewer/memory/fact'>['versions'] }) {
  return (
    <section>
      <h3>Valid since</h3>
      <ol class="versions">
        {versions.map((version) => (
          <li key={version.citation} class={version.valid_to === null ? 'holds' : ''}>
            <span class="window">
              {momentOf(version.valid_from)} –{' '}
              {version.valid_to === null ? 'now' : momentOf(version.valid_to)}
            </span>
            <span class={version.valid_to === null ? '' : 'gone'}>{version.content}</span>
            <span class="soft">
              {version.actor}, <Citation citation={version.citation} />
              {version.superseded_by !== null && (
                <>
                  {' '}
                  replaced by <Citation citation={version.superseded_by} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ row }: { row: Remembered }) {
  const [open, setOpen] = useState<'correct' | 'forget' | null>(null);
  const [text, setText] = useState(row.content.slice(0, 1000));
  const [preview, setPreview] = useState<ForgetPreview | null>(null);
  const [problem, setProblem] = useState('');
  const params = { ws: row.slot };
  const { citation, entity } = row;
  const pin = (): void =>
    doLater('This will be pinned.', 'Pinned: it comes first from now on.', () =>
      send('/api/viewer/memory/pin', { citation, text: row.content.slice(0, 1000) }, params),
    );
  const askForget = (): void => {
    setOpen('forget');
    setPreview(null);
    setProblem('');
    send('/api/viewer/memory/forget', { citations: [citation], dry_run: true }, params).then(
      (answer) => setPreview('would_forget' in answer ? answer : null),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <div class="actions">
      {!row.isPinned && (
        <button type="button" onClick={pin}>
          Pin
        </button>
      )}
      {entity !== null && (
        <button type="button" onClick={() => setOpen('correct')}>
          Correct
        </button>
      )}
      <button type="button" class="danger" onClick={askForget}>
        Forget
      </button>
      {open === 'correct' && entity !== null && (
        <div class="form">
          <Field label="Corrected text">
            <textarea
              rows={4}
              maxLength={1000}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Field>
          <button
            type="button"
            class="main"
            onClick={() => {
              setOpen(null);
              doLater(
                'The correction will be recorded.',
                'Corrected. The older version stays as history.',
                () =>
                  send(
                    '/api/viewer/memory/correct',
                    { citation, text, entity_name: entity.name, entity_type: entity.type },
                    params,
                  ),
              );
            }}
          >
            Save the correction
          </button>
          <button type="button" class="plain" onClick={() => setOpen(null)}>
            Cancel
          </button>
        </div>
      )}
      {open === 'forget' && (
        <div class="form">
          {problem !== '' && <p class="bad">{problem}</p>}
          {preview !== null && (
            <>
              <p>
                <b>The content of {plural(preview.would_forget, 'event')} is destroyed</b> for good.
                {preview.would_refuse > 0 &&
                  ` From then on, ${plural(preview.would_refuse, 'text')} cannot be recorded again.`}
              </p>
              <ul class="plainlist">
                {preview.rows.slice(0, 6).map((each) => (
                  <li key={each.citation}>
                    <Citation citation={each.citation} /> {each.excerpt}
                  </li>
                ))}
              </ul>
              <p class="soft">Not destroyed: {preview.not_reached}</p>
              <button
                type="button"
                class="danger"
                onClick={() => {
                  setOpen(null);
                  doLater('This will be forgotten.', 'Forgotten.', () =>
                    send(
                      '/api/viewer/memory/forget',
                      { citations: [citation], dry_run: false },
                      params,
                    ),
                  );
                }}
              >
                Forget it
              </button>
            </>
          )}
          <button type="button" class="plain" onClick={() => setOpen(null)}>
            Cancel
          </button>
        </div>
      )}
    </div>
  );
}
