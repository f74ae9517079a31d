/** State that outlives a screen: the selected project, its logs, and pending actions. */
import { computed, effect, signal } from '@preact/signals';
import { ask, type ApiError } from './api.ts';
import { place } from './router.ts';
import { raise } from './stream.ts';
import type { WorkspaceLine } from './types.ts';

export const workspaces = signal<WorkspaceLine[] | null>(null);
export const failure = signal<ApiError | null>(null);
export const chosen = signal(Number(recall('ws') ?? 0));
export const chosenLog = signal('');

export const workspace = computed(() => {
  const all = workspaces.value ?? [];
  return all.find(({ slot }) => slot === chosen.value) ?? all[0] ?? null;
});

/** Sent with every request about one log. */
export const here = computed(() => {
  const { value } = workspace;
  return value === null ? {} : { ws: value.slot, log: chosenLog.value || value.log };
});

/** Sent by the lists that can show all projects: `?all=1`. */
export const asked = computed(() =>
  place.value.params.get('all') === '1' && (workspaces.value?.length ?? 0) > 1
    ? { ws: 'all' as const }
    : here.value,
);

export const isEmpty = computed(
  () =>
    workspaces.value !== null &&
    workspaces.value.every(({ logs }) => logs.every(({ is_used }) => !is_used)),
);

export async function loadWorkspaces(): Promise<void> {
  try {
    workspaces.value = (await ask('/api/viewer/workspaces')).workspaces;
    failure.value = null;
  } catch (error) {
    failure.value = error as ApiError;
  }
}

effect(() => {
  if (chosen.value > 0) remember('ws', String(chosen.value));
});

/** Must not fail in a browser without storage. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`hookloom.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`hookloom.${name}`, value);
  } catch {
    // Private browsing.
  }
}

export interface Pending {
  id: number;
  words: string;
  /** Null once it was done. */
  endsAt: number | null;
  failed: boolean;
  undo(): void;
}

export const pending = signal<Pending[]>([]);
const UNDO_MS = 10_000;
const SHOWN_MS = 4000;
let last = 0;

/** Runs the action after ten seconds unless you undo it. */
export function doLater(
  words: string,
  done: string,
  work: () => Promise<unknown>,
  onUndo: () => void = () => {},
): void {
  const id = ++last;
  const drop = (): void => void (pending.value = pending.value.filter((each) => each.id !== id));
  const change = (more: Partial<Pending>): void =>
    void (pending.value = pending.value.map((each) =>
      each.id === id ? { ...each, ...more } : each,
    ));
  const timer = setTimeout(() => {
    work()
      .then(
        () => {
          change({ words: done, endsAt: null });
          raise();
        },
        (error: Error) => change({ words: error.message, endsAt: null, failed: true }),
      )
      .finally(() => setTimeout(drop, SHOWN_MS));
  }, UNDO_MS);
  const undo = (): void => {
    clearTimeout(timer);
    drop();
    onUndo();
  };
  pending.value = [
    ...pending.value,
    { id, words, endsAt: Date.now() + UNDO_MS, failed: false, undo },
  ];
}
