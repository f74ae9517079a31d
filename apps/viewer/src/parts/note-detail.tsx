/** The current state of a note, summary or prompt: merged and corrected. Its event beside it does not change. */
import { useState } from 'preact/hooks';
import { sendPath, useAskPath } from '../api.ts';
import { clientName, momentOf, shortId } from '../format.ts';
import { linkTo } from '../router.ts';
import { doLater } from '../state.ts';
import type { NoteRow, RowState } from '../types.ts';
import { Failure, Field, Reported, Tag } from './pieces.tsx';

const UNTRUSTED = new Set(['file', 'tool', 'mcp', 'web']);
const SUMMARY_PARTS: [name: keyof NoteRow, words: string][] = [
  ['request', 'Asked for'],
  ['investigated', 'Read'],
  ['learned', 'Learned'],
  ['completed', 'Done'],
  ['next_steps', 'Next'],
];

export function NoteDetail({ id, kind }: { id: number; kind: RowState['kind'] }) {
  const { data, error } = useAskPath<NoteRow>(`/api/${kind}/${id}`, {}, { live: true });
  if (data === null) return <Failure error={error} />;
  return <Shown key={`${id} ${data.title}`} row={data} kind={kind} />;
}

function Shown({ row, kind }: { row: NoteRow; kind: RowState['kind'] }) {
  const [isOpen, setOpen] = useState(false);
  const files = [...(row.files_modified ?? []), ...(row.files_read ?? [])];
  return (
    <section class="fact note" aria-label="Current text">
      <p class="said">{row.title ?? row.request ?? row.prompt_text ?? row.completed ?? ''}</p>
      <p class="under">
        <Tag>{row.type ?? (kind === 'observation' ? 'note' : kind)}</Tag>
        {row.pinned === true && <Tag tone="good">pinned</Tag>}
        {row.superseded_by != null && <Tag tone="warn">replaced by a newer note</Tag>}
        {(row.relevance_count ?? 1) > 1 && <Tag>{`covers ${row.relevance_count} items`}</Tag>}
        {UNTRUSTED.has(row.channel) ? (
          <Reported channel={row.channel} />
        ) : (
          <Tag>{`from ${row.channel}`}</Tag>
        )}
        {row.generated_by_model !== undefined && <Tag>{`made by ${row.generated_by_model}`}</Tag>}
      </p>
      <Actions row={row} kind={kind} onCorrect={() => setOpen(!isOpen)} />
      {isOpen && <Correction row={row} onEnd={() => setOpen(false)} />}
      {row.subtitle != null && row.subtitle !== '' && <p>{row.subtitle}</p>}
      {row.narrative != null && row.narrative !== '' && <p class="prose">{row.narrative}</p>}
      <Lines title="Facts" lines={row.facts ?? []} />
      {kind === 'summary' && (
        <dl class="facts">
          {SUMMARY_PARTS.filter(([name]) => row[name] != null).map(([name, words]) => (
            <>
              <dt>{words}</dt>
              <dd>{String(row[name])}</dd>
            </>
          ))}
        </dl>
      )}
      <Lines title="Files" lines={files} mono />
      {(row.concepts ?? []).length > 0 && (
        <p class="under">
          {row.concepts!.map((each) => (
            <Tag key={each}>{each}</Tag>
          ))}
        </p>
      )}
      <p class="soft">
        {row.project}, {clientName(row.platform_source)}, {momentOf(row.created_at)},{' '}
        <a href={linkTo('session', { id: row.content_session_id })}>
          session {shortId(row.content_session_id)}
        </a>
      </p>
    </section>
  );
}

function Lines({ title, lines, mono = false }: { title: string; lines: string[]; mono?: boolean }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plainlist">
        {lines.map((line, at) => (
          <li key={at} class={mono ? 'mono' : ''}>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions({
  row,
  kind,
  onCorrect,
}: {
  row: NoteRow;
  kind: RowState['kind'];
  onCorrect(): void;
}) {
  const isNote = kind === 'observation';
  const address = `/api/${kind}/${row.id}`;
  const pinned = row.pinned !== true;
  return (
    <div class="actions">
      {isNote && (
        <button
          type="button"
          onClick={() =>
            doLater(
              pinned ? 'This note will be pinned.' : 'This note will be unpinned.',
              pinned
                ? 'Pinned: it comes first at the start of sessions from now on.'
                : 'No longer pinned.',
              () => sendPath(address, { pinned }, {}, 'PATCH'),
            )
          }
        >
          {pinned ? 'Pin' : 'Unpin'}
        </button>
      )}
      {isNote && (
        <button type="button" onClick={onCorrect}>
          Correct
        </button>
      )}
      <button
        type="button"
        class="danger"
        onClick={() =>
          doLater(
            `This ${isNote ? 'note' : kind} will be deleted for good.`,
            'Deleted: its content was removed from the log and from every index.',
            () => sendPath(address, {}, {}, 'DELETE'),
          )
        }
      >
        Delete
      </button>
    </div>
  );
}

/** Unchanged fields are not sent. */
function Correction({ row, onEnd }: { row: NoteRow; onEnd(): void }) {
  const before = {
    title: row.title ?? '',
    narrative: row.narrative ?? '',
    facts: (row.facts ?? []).join('\n'),
  };
  const [text, setText] = useState(before);
  const changed = {
    ...(text.title !== before.title && { title: text.title }),
    ...(text.narrative !== before.narrative && { narrative: text.narrative }),
    ...(text.facts !== before.facts && {
      facts: text.facts.split('\n').filter((line) => line.trim() !== ''),
    }),
  };
  return (
    <div class="form">
      <Field label="Title">
        <input
          value={text.title}
          maxLength={300}
          onInput={({ currentTarget }) => setText({ ...text, title: currentTarget.value })}
        />
      </Field>
      <Field label="What happened">
        <textarea
          rows={3}
          value={text.narrative}
          onInput={({ currentTarget }) => setText({ ...text, narrative: currentTarget.value })}
        />
      </Field>
      <Field label="Facts, a line each">
        <textarea
          rows={4}
          value={text.facts}
          onInput={({ currentTarget }) => setText({ ...text, facts: currentTarget.value })}
        />
      </Field>
      <button
        type="button"
        class="main"
        disabled={Object.keys(changed).length === 0 || text.title.trim() === ''}
        onClick={() => {
          onEnd();
          doLater(
            'The correction will be recorded.',
            'Corrected. The older words stay in the log.',
            () => sendPath(`/api/observation/${row.id}`, changed, {}, 'PATCH'),
          );
        }}
      >
        Save the correction
      </button>
      <button type="button" class="plain" onClick={onEnd}>
        Cancel
      </button>
    </div>
  );
}
