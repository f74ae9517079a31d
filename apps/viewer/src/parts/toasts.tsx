/** A pending action, with an undo button. */
import { useEffect, useState } from 'preact/hooks';
import { pending } from '../state.ts';

export function Toasts() {
  const [now, setNow] = useState(Date.now());
  const isWaiting = pending.value.some(({ endsAt }) => endsAt !== null);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return (
    <div class="toasts" role="status">
      {pending.value.map(({ id, words, endsAt, failed, undo }) => (
        <div key={id} class={`toast${failed ? ' bad' : ''}`}>
          <span>{words}</span>
          {endsAt !== null && (
            <>
              <i>{Math.max(0, Math.ceil((endsAt - Math.max(now, endsAt - 10_000)) / 1000))} s</i>
              <button type="button" onClick={undo}>
                Undo
              </button>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
