/** The newest work, for a question about nothing else: "What did we do last?", "Where did we leave off?" */
import type { SearchResult, SourceRow } from '../rows.ts';
import { asksForLastWork } from '../question/question-words.ts';
import { isWithin } from './listed-kinds.ts';

const TYPES = ['transcript.turn', 'session.summarized', 'hook.permission_denied'];
const READ = 400;
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
  const isKept = (source: SourceRow, at: number): boolean =>
    !isOfAgent(source) || at === 0 || !isOfAgent(said[at - 1]!);
  const kept = said.filter(isKept).slice(0, MOST);
  const sources = kept.map((source, at) => ({
    lane: 'verbatim' as const,
    source,
    score: 2 - at / kept.length,
    parts: { newest: 1 },
    coverage: 0,
  }));
  return { ...search, facts: [], sources };
}

function isOfAgent({ metadata: { role } }: SourceRow): boolean {
  return role === 'assistant';
}
