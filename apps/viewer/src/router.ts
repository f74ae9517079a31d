/** The current address: `#/timeline?kind=note`. It is the state, so that back, reload and a bookmark work. */
import { computed, signal } from '@preact/signals';

/** The name of each screen, in the order of the navigation. */
export const SCREEN_NAMES = {
  now: 'Now',
  timeline: 'Timeline',
  session: 'Sessions',
  memory: 'Memory',
  graph: 'Graph',
  hooks: 'Hooks',
  injection: 'Injection',
  integrity: 'Integrity',
  economics: 'Economics',
  inbox: 'Inbox',
  review: 'Review',
  missions: 'Missions',
  settings: 'Settings',
};
export type Screen = keyof typeof SCREEN_NAMES;
export const SCREENS = Object.keys(SCREEN_NAMES) as Screen[];
/** The key of each screen. */
export const SCREEN_KEYS = '123456789ivn0';

export interface Place {
  screen: Screen;
  params: URLSearchParams;
}

export const place = signal<Place>(readPlace());
/** For components that do not need the parameters. */
export const screen = computed(() => place.value.screen);

function readPlace(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const screen = SCREENS.find((name) => name === path) ?? 'now';
  return { screen, params: new URLSearchParams(query) };
}

addEventListener('hashchange', () => (place.value = readPlace()));

/** @example linkTo('memory', { q: 'due dates' }) === '#/memory?q=due+dates' */
export function linkTo(screen: Screen, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? `#/${screen}` : `#/${screen}?${query}`;
}

export function go(screen: Screen, params: Record<string, string> = {}): void {
  location.hash = linkTo(screen, params);
}

/** Changes some parameters of the same screen; an empty text removes one. With `replace`, back skips it. */
export function setParams(
  changes: Record<string, string>,
  { replace = true }: { replace?: boolean } = {},
): void {
  const { screen, params } = place.value;
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === '') next.delete(name);
    else next.set(name, value);
  const hash = linkTo(screen, Object.fromEntries(next));
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  place.value = readPlace();
}
