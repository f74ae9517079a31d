/** What was learnt from an assistant's words, with one key for each decision. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { send, useAsk, type Answer, type ApiError } from '../api.ts';
import { momentOf, plural } from '../format.ts';
import { useScreenKeys } from '../keys.ts';
import { Citation, Empty, Failure, Field, Head, Key, Tag } from '../parts/pieces.tsx';
import { here } from '../state.ts';
import { raise } from '../stream.ts';

type Proposed = Answer<'/api/viewer/inbox'>['items'][number];
type Form = 'edit' | 'merge' | null;
type Decision = { action: string; text?: string; into?: string };

const DONE: Record<string, string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  edit: 'Edited',
  merge: 'Merged',
};

export function Inbox() {
  const { data, error, reload } = useAsk('/api/viewer/inbox', here.value, { live: true });
  const [at, setAt] = useState(0);
  const [form, setForm] = useState<Form>(null);
  const [last, setLast] = useState<{ id: string; words: string } | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const items = data?.items ?? [];
  const place = Math.min(at, Math.max(0, items.length - 1));
  const item = items[place];

  function post(statement: string, decision: Decision, words: string | null): void {
    setForm(null);
    send('/api/viewer/inbox/review', { statement, ...decision }, here.value).then(
      () => {
        setProblem(null);
        setLast(words === null ? null : { id: statement, words });
        reload();
        raise();
      },
      (failed: ApiError) => setProblem(failed),
    );
  }
  function decide(decision: Decision): void {
    if (item !== undefined) post(item.id, decision, `${DONE[decision.action]}: ${item.text}`);
  }
  function move(by: number): void {
    setForm(null);
    setAt(Math.max(0, Math.min(items.length - 1, place + by)));
  }
  function undo(): void {
    if (last !== null) post(last.id, { action: 'undo' }, null);
  }

  const keys = {
    a: () => decide({ action: 'accept' }),
    r: () => decide({ action: 'reject' }),
    e: () => setForm('edit'),
    m: () => setForm('merge'),
    u: undo,
    s: () => move(1),
  };
  useScreenKeys(keys, move);

  return (
    <>
      <Head
        title="Inbox"
        words="What an assistant says is proposed. Your agents already use it. Review it when you have time."
      >
        {data !== null && <Tag>{`${data.proposed} proposed`}</Tag>}
      </Head>
      <Failure error={error ?? problem} />
      {last !== null && (
        <p class="notice reviewed" role="status">
          <span class="about">{last.words}</span>
          <Key letter="u" words="Undo" onClick={undo} />
        </p>
      )}
      <ol class="inbox fill" aria-label="Proposed statements">
        {items.map((each, index) => (
          <Item
            key={each.id}
            item={each}
            isChosen={each === item}
            form={each === item ? form : null}
            onChoose={() => move(index - place)}
            onForm={setForm}
            onDecide={decide}
            onSkip={() => move(1)}
          />
        ))}
        {data !== null && items.length === 0 && (
          <li>
            <Empty title="Nothing is proposed">Statements come as your agents work.</Empty>
          </li>
        )}
      </ol>
    </>
  );
}

interface ItemProps {
  item: Proposed;
  isChosen: boolean;
  form: Form;
  onChoose(): void;
  onForm(form: Form): void;
  onDecide(decision: Decision): void;
  onSkip(): void;
}

function Item({ item, isChosen, form, onChoose, onForm, onDecide, onSkip }: ItemProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen, form]);
  return (
    <li ref={row} class={isChosen ? 'panel chosen' : 'panel'} aria-current={isChosen}>
      <button type="button" class="plain said" onClick={onChoose}>
        {item.text}
      </button>
      <p class="under">
        <Tag>{item.kind}</Tag>
        <span class="soft">{momentOf(item.timestamp)}</span>
        {item.said > 1 && <span class="soft">said {plural(item.said, 'time')}</span>}
        <span class="soft">recognised by “{item.cue}”</span>
        <Citation citation={item.citation} />
      </p>
      {isChosen && (
        <div class="actions">
          <Key letter="a" words="Accept" onClick={() => onDecide({ action: 'accept' })} />
          <Key letter="r" words="Reject" onClick={() => onDecide({ action: 'reject' })} />
          <Key letter="e" words="Edit" onClick={() => onForm('edit')} />
          <Key letter="m" words="Merge" onClick={() => onForm('merge')} />
          <Key letter="s" words="Skip" onClick={onSkip} />
        </div>
      )}
      {form === 'edit' && (
        <Edit
          text={item.text}
          onSave={(text) => onDecide({ action: 'edit', text })}
          onCancel={() => onForm(null)}
        />
      )}
      {form === 'merge' && (
        <Merge near={item.near} onChoose={(into) => onDecide({ action: 'merge', into })} />
      )}
    </li>
  );
}

interface EditProps {
  text: string;
  onSave(text: string): void;
  onCancel(): void;
}

function Edit({ text, onSave, onCancel }: EditProps) {
  const [typed, setTyped] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <div class="form">
      <Field label="Corrected text">
        <textarea
          ref={area}
          rows={3}
          maxLength={1000}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      <button type="button" class="main" disabled={typed === text} onClick={() => onSave(typed)}>
        Save
      </button>
      <button type="button" class="plain" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

function Merge({ near, onChoose }: { near: Proposed['near']; onChoose(into: string): void }) {
  if (near.length === 0) return <p class="soft">No other statement has similar words.</p>;
  return (
    <div class="form">
      <p class="soft">Merge into:</p>
      <ul class="plainlist">
        {near.map(({ id, text }) => (
          <li key={id}>
            <button type="button" class="text" onClick={() => onChoose(id)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
