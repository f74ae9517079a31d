import { useEffect, useRef } from 'preact/hooks';
import { helpShown } from '../keys.ts';

const ROWS = [
  ['/', 'search on this screen'],
  ['j  k', 'next and previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close what is open'],
  ['1 … 0', 'change the screen'],
  ['i  v  n', 'open the inbox, the review queue, the missions'],
  ['a r e m', 'in the inbox: accept, reject, edit, merge'],
  ['u  s', 'in the inbox: undo, skip'],
  ['a r d p o', 'in the review queue: accept, reject, defer, promote, resolve'],
  ['?', 'this list'],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (helpShown.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [helpShown.value]);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => (helpShown.value = false)}>
      <h2>Keys</h2>
      <dl class="keys">
        {ROWS.map(([key, words]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </>
        ))}
      </dl>
      <p>
        <button type="button" onClick={() => (helpShown.value = false)}>
          Close
        </button>
      </p>
    </dialog>
  );
}
