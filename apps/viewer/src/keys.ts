/** The keyboard: / searches, j and k move, Enter opens, Esc closes, ? helps, digits and letters change the screen. */
import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { go, place, SCREEN_KEYS, SCREENS, setParams } from './router.ts';

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

/** Keys of a screen with one list while it is mounted. Each calls the function of the last rendering. */
export function useScreenKeys(keys: Record<string, () => void>, move: (by: number) => void): void {
  const last = useRef({ keys, move });
  last.current = { keys, move };
  useEffect(() => {
    const names = Object.keys(keys);
    const own = Object.fromEntries(names.map((key) => [key, () => last.current.keys[key]!()]));
    screenKeys = own;
    const leave = asCurrentList({ move: (by) => last.current.move(by), open: () => {} });
    return () => {
      if (screenKeys === own) screenKeys = {};
      leave();
    };
  }, []);
}

const KEYS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  '?': () => (helpShown.value = !helpShown.value),
  j: () => lists.at(-1)?.move(1),
  k: () => lists.at(-1)?.move(-1),
  Enter: () => lists.at(-1)?.open(),
  Escape: closeTop,
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
    const screen = SCREENS[SCREEN_KEYS.indexOf(event.key)];
    const act =
      screen !== undefined ? () => go(screen) : (screenKeys[event.key] ?? KEYS[event.key]);
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
