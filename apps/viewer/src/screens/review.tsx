/** What waits for your decision besides statements: proposals, open items and findings, with one key each. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { send, useAsk, type Answer, type ApiError } from '../api.ts';
import { plural } from '../format.ts';
import { useScreenKeys } from '../keys.ts';
import { Citation, Empty, Failure, Field, Head, Key, Tag } from '../parts/pieces.tsx';
import { linkTo } from '../router.ts';
import { doLater, here } from '../state.ts';
import { raise } from '../stream.ts';

type Waiting = Answer<'/api/viewer/review'>['items'][number];
type Action = Waiting['actions'][number];

const KEYS: Record<string, Action> = {
  a: 'accept',
  r: 'reject',
  d: 'defer',
  p: 'promote',
  o: 'resolve',
};
const WORDS: Record<Action, string> = {
  accept: 'Accept',
  reject: 'Reject',
  defer: 'Defer',
  promote: 'Promote',
  resolve: 'Resolve',
};
const KINDS: Record<Waiting['kind'], string> = {
  episode: 'episode',
  claim: 'claim',
  procedure: 'procedure',
  belief: 'belief',
  unknown: 'open question',
  conflict: 'conflict',
  reverify: 'check to repeat',
  finding: 'finding',
};
/** A rejection is final, and a closed item stays closed: both wait ten seconds for an undo. */
const FINAL: readonly Action[] = ['reject', 'resolve'];

export function Review() {
  const { data, error, reload } = useAsk('/api/viewer/review', here.value, { live: true });
  const [at, setAt] = useState(0);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const [rationale, setRationale] = useState('');
  const [problem, setProblem] = useState<ApiError | null>(null);
  const items = (data?.items ?? []).filter((each) => !leaving.includes(keyOf(each)));
  const place = Math.min(at, Math.max(0, items.length - 1));
  const item = items[place];

  function decide(action: Action): void {
    if (item === undefined || !item.actions.includes(action)) return;
    const { id, mission_id, title } = item;
    const params = here.value;
    const decision = { id, action, rationale, ...(mission_id !== undefined && { mission_id }) };
    const post = () => send('/api/viewer/review/decide', decision, params);
    setProblem(null);
    setRationale('');
    if (FINAL.includes(action)) {
      const key = keyOf(item);
      setLeaving((old) => [...old, key]);
      const stay = (): void => setLeaving((old) => old.filter((each) => each !== key));
      const words = `${WORDS[action]}: ${title}`;
      doLater(words, `Done. ${words}`, () => post().catch(failed), stay);
      function failed(reason: ApiError): never {
        stay();
        throw reason;
      }
      return;
    }
    post().then(
      () => {
        reload();
        raise();
      },
      (failed: ApiError) => setProblem(failed),
    );
  }
  function move(by: number): void {
    setRationale('');
    setAt(Math.max(0, Math.min(items.length - 1, place + by)));
  }

  const keys = Object.entries(KEYS).map(([key, action]) => [key, () => decide(action)]);
  useScreenKeys({ ...Object.fromEntries(keys), s: () => move(1) }, move);

  return (
    <>
      <Head
        title="Review"
        words="Agents proposed these, doubt them or reported them in a mission. None of them is a fact until you promote it."
      >
        {data !== null && <Tag>{`${data.count} waiting`}</Tag>}
      </Head>
      <Failure error={error ?? problem} />
      <ol class="inbox fill" aria-label="Waiting for your decision">
        {items.map((each, index) => (
          <Item
            key={keyOf(each)}
            item={each}
            isChosen={each === item}
            rationale={rationale}
            onRationale={setRationale}
            onChoose={() => move(index - place)}
            onDecide={decide}
            onSkip={() => move(1)}
          />
        ))}
        {data !== null && items.length === 0 && (
          <li>
            <Empty title="Nothing waits for you">
              Proposals, open questions and findings of agents appear here.
            </Empty>
          </li>
        )}
      </ol>
    </>
  );
}

function keyOf({ id, mission_id = '' }: Waiting): string {
  return `${mission_id} ${id}`;
}

interface ItemProps {
  item: Waiting;
  isChosen: boolean;
  rationale: string;
  onRationale(text: string): void;
  onChoose(): void;
  onDecide(action: Action): void;
  onSkip(): void;
}

function Item({ item, isChosen, rationale, onRationale, ...on }: ItemProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { kind, status, title, details, warnings, confidence, citation, sources } = item;
  return (
    <li ref={row} class={isChosen ? 'panel chosen' : 'panel'} aria-current={isChosen}>
      <button type="button" class="plain said" onClick={on.onChoose}>
        {title}
      </button>
      <p class="under">
        <Tag>{KINDS[kind]}</Tag>
        <Tag>{status}</Tag>
        {confidence !== null && <span class="soft">confidence {confidence}</span>}
        {item.mission_id !== undefined && (
          <a href={linkTo('missions', { mission: item.mission_id })}>{item.mission_id}</a>
        )}
        <Citation citation={citation} />
        {sources.length > 0 && <span class="soft">{plural(sources.length, 'source')}:</span>}
        {sources.slice(0, MAX_SOURCES).map((source) => (
          <Citation key={source} citation={source} />
        ))}
      </p>
      {warnings.map((warning) => (
        <p key={warning} class="notice bad">
          Cannot be promoted. Missing: {warning}.
        </p>
      ))}
      {isChosen && (
        <>
          {details.length > 0 && (
            <ul>
              {details.map((detail, index) => (
                <li key={index}>{detail}</li>
              ))}
            </ul>
          )}
          <Field label="Reason (optional)">
            <input
              maxLength={2000}
              value={rationale}
              onInput={({ currentTarget }) => onRationale(currentTarget.value)}
            />
          </Field>
          <div class="actions">
            {Object.entries(KEYS)
              .filter(([, action]) => item.actions.includes(action))
              .map(([letter, action]) => (
                <Key
                  key={letter}
                  letter={letter}
                  words={WORDS[action]}
                  onClick={() => on.onDecide(action)}
                />
              ))}
            <Key letter="s" words="Skip" onClick={on.onSkip} />
          </div>
        </>
      )}
    </li>
  );
}
const MAX_SOURCES = 5;
