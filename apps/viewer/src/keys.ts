/** The keyboard: / searches, j and k move, Enter opens, Esc closes, ? helps, digits and letters change the screen. */
import { signal } from '@preact/signals';
import { go, place, SCREENS, setParams } from './router.ts';

export interface MovableList {
  move(by: number): void;
  open(): void;
}

const lists: MovableList[] = [];
export const helpShown = signal(false);

/** Makes the last mounted list the one that j and k move in. Returns a function that removes it. */
export function asCurrentList(list: MovableList): () => void {
  lists.push(list);
  return () => void lists.splice(lists.indexOf(list), 1);
}

let screenKeys: Readonly<Record<string, () => void>> = {};

/** Keys that only the mounted screen knows. Returns a function that removes them. */
export function asScreenKeys(keys: Readonly<Record<string, () => void>>): () => void {
  screenKeys = keys;
  return () => {
    if (screenKeys === keys) screenKeys = {};
  };
}

const KEYS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  '?': () => (helpShown.value = !helpShown.value),
  j: () => lists.at(-1)?.move(1),
  k: () => lists.at(-1)?.move(-1),
  Enter: () => lists.at(-1)?.open(),
  Escape: closeTop,
  i: () => go('inbox'),
  v: () => go('review'),
  n: () => go('missions'),
};

function closeTop(): void {
  if (helpShown.value) helpShown.value = false;
  else if (place.value.params.has('event')) setParams({ event: '', event_ws: '' });
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target instanceof HTMLElement ? event.target : null;
    const isTyping = at !== null && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
    if (isTyping) {
      if (event.key === 'Escape') at.blur();
      return;
    }
    // A focused link or button handles Enter itself.
    if (event.key === 'Enter' && at !== null && /^(A|BUTTON|SUMMARY)$/.test(at.tagName)) return;
    const digit = '1234567890'.indexOf(event.key);
    const act =
      digit >= 0 && event.key.length === 1
        ? () => go(SCREENS[digit]!)
        : (screenKeys[event.key] ?? KEYS[event.key]);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** Opens a sealed event beside the screen. */
export function openEvent(citation: string, slot?: number): void {
  const at = slot === undefined ? '' : String(slot);
  setParams({ event: citation, event_ws: at }, { replace: place.value.params.has('event') });
}
