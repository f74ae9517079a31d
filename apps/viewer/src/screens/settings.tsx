/** The installation's settings, under the worker's names. None of them is a secret. */
import { useState } from 'preact/hooks';
import { send, useAsk, type ApiError } from '../api.ts';
import { Empty, Failure, Head } from '../parts/pieces.tsx';

type Settings = Record<string, string | number | boolean>;

const GROUPS: [title: string, test: RegExp][] = [
  ['Context for agents', /CONTEXT|INJECT/],
  ['How long notes are kept (days; 0: forever)', /RETENTION/],
  ['What is recorded', /SKIP|CAPTURE|PRIVATE|EXCLUDE/],
  ['The worker', /./],
];

export function Settings() {
  const { data, error, reload } = useAsk('/api/settings');
  const { data: meanings } = useAsk('/api/viewer/settings');
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [said, setSaid] = useState<{ words: string; bad: boolean } | null>(null);
  const names = Object.keys(data ?? {}).sort();
  const groups = GROUPS.map(([title, test], at) => ({
    title,
    names: names.filter(
      (name) => test.test(name) && !GROUPS.slice(0, at).some(([, earlier]) => earlier.test(name)),
    ),
  })).filter(({ names }) => names.length > 0);
  const save = (): void => {
    send('/api/settings', changed).then(
      () => {
        setChanged({});
        setSaid({ words: 'Saved.', bad: false });
        reload();
      },
      (problem: ApiError) =>
        setSaid({ words: `${problem.message} ${problem.remediation}`, bad: true }),
    );
  };
  const count = Object.keys(changed).length;
  return (
    <>
      <Head title="Settings" words="They apply to all projects of this installation.">
        <button type="button" class="main" disabled={count === 0} onClick={save}>
          {count === 0
            ? 'Nothing to save'
            : `Save ${count === 1 ? 'the change' : `${count} changes`}`}
        </button>
      </Head>
      <Failure error={error} />
      {said !== null && (
        <p class={`notice ${said.bad ? 'bad' : 'good'}`} role="status">
          {said.words}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Settings">
        {data !== null && names.length === 0 && <Empty title="All settings have their defaults" />}
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <div class="settings">
              {group.names.map((name) => (
                <Setting
                  key={name}
                  name={name}
                  does={meanings?.[name] ?? ''}
                  value={changed[name] ?? data![name] ?? ''}
                  isChanged={name in changed}
                  onChange={(value) => {
                    setSaid(null);
                    const next = { ...changed, [name]: value };
                    if (value === (data![name] ?? '')) delete next[name];
                    setChanged(next);
                  }}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}

function Setting({
  name,
  does,
  value,
  isChanged,
  onChange,
}: {
  name: string;
  does: string;
  value: string;
  isChanged: boolean;
  onChange(value: string): void;
}) {
  const isSwitch = value === 'true' || value === 'false';
  return (
    <label class={`setting${isChanged ? ' changed' : ''}`}>
      <span>
        {does.charAt(0).toUpperCase() + does.slice(1)}
        <code>{name}</code>
      </span>
      {isSwitch ? (
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      ) : (
        <input
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </label>
  );
}
