/** The notes of a kind, newest first. The newest page stays live; older ones are requested as you scroll. */
import { useRef, useState } from 'preact/hooks';
import { ApiError, askPath, useAskPath, type Params } from '../api.ts';

const PAGE = 100;

interface Page<Row> {
  items: Row[];
  hasMore: boolean;
}

export interface NotePages<Row> {
  rows: Row[];
  isAnswered: boolean;
  error: ApiError | null;
  /** Reports the last visible row. */
  want(last: number): void;
}

/** @param path Of the list; null: nothing is requested. */
export function useNotePages<Row extends { id: number }>(
  path: string | null,
  params: Params,
): NotePages<Row> {
  const first = useAskPath<Page<Row>>(path, { ...params, limit: PAGE }, { live: true });
  const newest = first.data?.items ?? [];
  // Older pages are counted from the newest row. If that changes, they are requested again.
  const key = JSON.stringify([path, params, newest[0]?.id]);
  const older = useRef<{ key: string } & Page<Row>>({ key: '', items: [], hasMore: true });
  const isAsking = useRef(false);
  const [error, setError] = useState<ApiError | null>(null);
  const held = older.current.key === key ? older.current : { key, items: [], hasMore: true };
  const rows = [...newest, ...held.items];

  async function readOn(): Promise<void> {
    isAsking.current = true;
    try {
      const page = await askPath<Page<Row>>(path!, { ...params, limit: PAGE, offset: rows.length });
      older.current = { key, items: [...held.items, ...page.items], hasMore: page.hasMore };
      setError(null);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, String(failure), ''));
    } finally {
      isAsking.current = false;
      redraw((old) => old + 1);
    }
  }
  const [, redraw] = useState(0);

  return {
    rows,
    isAnswered: first.data !== null,
    error: first.error ?? error,
    want(last) {
      if (isAsking.current || path === null || first.data?.hasMore !== true || !held.hasMore)
        return;
      if (last >= rows.length - PAGE / 4) void readOn();
    },
  };
}
