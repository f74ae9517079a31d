/** The newest work, for a question about nothing else: "What did we do last?", "Where did we leave off?" */
import type { AskedTimeRow, SearchResult, SourceHit, SourceRow } from '../rows.ts';
import { asksForLastWork } from '../question/asked-kinds.ts';

const TYPES = ['transcript.turn', 'session.summarized', 'hook.permission_denied'];
const READ = 200;
const MOST = 30;

/**
 * The search with the newest turns in place of its results, newest first. Of an agent's texts between two prompts only
 * the last remains, which says how the work ended.
 *
 * @param read Returns events of these types, newest first, at most `limit`.
 */
export async function withLastWork(
  search: SearchResult,
  read: (types: string[], limit: number) => Promise<SourceRow[]>,
): Promise<SearchResult> {
  const said = (await read(TYPES, READ)).filter(
    ({ timestamp, content }) =>
      isWithin(search.time, timestamp) && !asksForLastWork(content.replace(/^user: /, '')),
  );
  const kept = said
    .filter((source, at) => !isOfAgent(source) || at === 0 || !isOfAgent(said[at - 1]!))
    .slice(0, MOST);
  const sources = kept.map((source, at): SourceHit => {
    const score = 2 - at / kept.length;
    return { lane: 'verbatim', source, score, parts: { newest: 1 }, coverage: 0 };
  });
  return { ...search, facts: [], sources };
}

const isOfAgent = ({ metadata: { role } }: SourceRow): boolean => role === 'assistant';

/** Whether an ISO 8601 time is in the window that the question names. */
export function isWithin(time: AskedTimeRow | undefined, iso: string): boolean {
  if (time === undefined) return true;
  const at = Date.parse(iso);
  const from = time.from === null ? -Infinity : Date.parse(time.from);
  return at >= from && (time.to === null || at < Date.parse(time.to));
}
