/**
 * Exchanges the one-time code in the address that `hookloom viewer --open` opens for a cookie that no script can read.
 */
import { useEffect, useState } from 'preact/hooks';
import { send, type ApiError } from '../api.ts';
import { chosen } from '../state.ts';

/** The code in the address, and the project to show. Removed at once so that it does not stay in the history. */
const [, given = null, slot] =
  /^#(?:login|code)[=/]([A-Za-z0-9_-]{4,200})(?:&ws=(\d{1,6}))?$/.exec(location.hash) ?? [];
if (given !== null) history.replaceState(null, '', location.pathname);
if (slot !== undefined) chosen.value = Number(slot);
let unused = given;

export function asCode(): string | null {
  return unused;
}

export function Login() {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const enter = (value: string): void => {
    send('/api/login', { code: value.trim() }).then(
      () => location.reload(),
      (error: ApiError) => {
        unused = null;
        setProblem(`${error.message} ${error.remediation}`);
      },
    );
  };
  useEffect(() => {
    if (given !== null) enter(given);
  }, []);
  return (
    <main class="login">
      <h1>Hookloom</h1>
      <p>
        This page shows what your agents did, so it asks who you are. <code>hookloom viewer</code>{' '}
        prints a link with a code that works once. You can also type the code here.
      </p>
      <label class="field">
        <span>Code</span>
        <input
          value={code}
          autocomplete="one-time-code"
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') enter(code);
          }}
        />
      </label>
      <button type="button" class="main" onClick={() => enter(code)}>
        Open
      </button>
      {problem !== '' && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
    </main>
  );
}
