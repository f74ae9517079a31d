/**
 * The events of a log, newest first, a page at a time. Without a filter you can go to any place in the log, because a
 * row's number gives its seq. With a filter the list grows as it is read.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, ask, type Answer, type Params } from '../api.ts';
import type { EventLine } from '../types.ts';

const PAGE = 200;

export interface EventPages {
  count: number;
  /** Null until the first answer. */
  head: number | null;
  isWhole: boolean;
  error: ApiError | null;
  at(row: number): EventLine | undefined;
  /** Reports the visible rows. */
  want(first: number, last: number): void;
}

interface State {
  key: string;
  head: number | null;
  rows: Map<number, EventLine>;
  /** With a filter: the number of known rows, and where to continue. */
  known: number;
  before: number | string | null;
  error: ApiError | null;
}

function blank(key: string): State {
  return { key, head: null, rows: new Map(), known: 0, before: null, error: null };
}

/** @param filters Everything sent with the request. If none is set: the whole log. */
export function useEventPages(params: Params, filters: Params, turn: number): EventPages {
  // A row's number gives its seq in one log only.
  const isFiltered =
    params['ws'] === 'all' ||
    Object.values(filters).some((value) => value !== undefined && value !== '');
  const key = JSON.stringify([params, filters, turn]);
  const state = useRef<State>(blank(''));
  const asked = useRef(new Set<string>());
  /** The key of the visible page; null if none is visible. */
  const wanted = useRef<string | null>(null);
  const [, redraw] = useState(0);

  const load = (before: number | string | undefined): void => {
    const mark = `${key} ${before ?? 'head'}`;
    if (asked.current.has(mark)) return;
    asked.current.add(mark);
    ask('/api/viewer/events', { ...params, ...filters, before, limit: PAGE }).then(
      (answer) => {
        if (state.current.key !== key) state.current = blank(key);
        take(state.current, answer, isFiltered);
        redraw((old) => old + 1);
        // No row came, so no row becomes visible that would request more.
        if (answer.events.length === 0 && answer.before !== null && wanted.current === key)
          load(answer.before);
      },
      (error: unknown) => {
        asked.current.delete(mark);
        state.current.error =
          error instanceof ApiError ? error : new ApiError(0, String(error), '');
        redraw((old) => old + 1);
      },
    );
  };

  useEffect(() => {
    asked.current.clear();
    wanted.current = key;
    load(undefined);
    return () => (wanted.current = null);
  }, [key]);

  const { head, rows, known, before, error } = state.current;
  const isOld = state.current.key !== key;
  return {
    head,
    error,
    count: isFiltered ? known : (head ?? 0),
    isWhole: !isFiltered || before === null,
    at: (row) => rows.get(row),
    want(first, last) {
      if (isOld || head === null) return;
      if (isFiltered) {
        if (before !== null && last > known - PAGE / 2) load(before);
        return;
      }
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
        const top = head - page * PAGE + 1;
        if (page > 0 && top > 1 && !rows.has(page * PAGE)) load(top);
      }
    },
  };
}

function take(state: State, answer: Answer<'/api/viewer/events'>, isFiltered: boolean): void {
  state.error = null;
  state.head ??= answer.head;
  for (const line of answer.events)
    state.rows.set(isFiltered ? state.known++ : state.head - line.seq, line);
  if (isFiltered) state.before = answer.before;
}
