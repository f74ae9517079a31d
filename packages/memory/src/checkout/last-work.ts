/** The newest work or prompts, for a question about nothing else: "What did we do last?", "What did the user ask for?" */
import { isClientText } from '../channels.ts';
import type { AskedTimeRow, SearchResult, SourceHit, SourceRow } from '../rows.ts';
import { asksForLastWork } from '../question/asked-records.ts';

const TYPES = ['transcript.turn', 'session.summarized', 'hook.permission_denied'];
const READ = 200;
/** Agents write many turns to one prompt. */
const READ_FOR_PROMPTS = 1000;
const MOST = 30;

/**
 * The search with the newest turns in place of its results, newest first. Of an agent's texts between two prompts only
 * the last remains, which says how the work ended. `prompts`: only what a person wrote.
 *
 * @param read Returns events of these types, newest first, at most `limit`.
 */
export async function withLastWork(
  search: SearchResult,
  asked: 'work' | 'prompts',
  read: (types: string[], limit: number) => Promise<SourceRow[]>,
): Promise<SearchResult> {
  const found =
    asked === 'work'
      ? await read(TYPES, READ)
      : (await read(['transcript.turn'], READ_FOR_PROMPTS)).filter(isPrompt);
  const said = found.filter(
    ({ timestamp, content }) =>
      isWithin(search.time, timestamp) && asksForLastWork(content.replace(SPEAKER, '')) === null,
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

const SPEAKER = /^user: /;
const isPrompt = ({ channel, content }: SourceRow): boolean =>
  channel === 'user' && !isClientText(content.replace(SPEAKER, ''));
const isOfAgent = ({ metadata: { role } }: SourceRow): boolean => role === 'assistant';

/** Whether an ISO 8601 time is in the window that the question names. */
export function isWithin(time: AskedTimeRow | undefined, iso: string): boolean {
  if (time === undefined) return true;
  const at = Date.parse(iso);
  const from = time.from === null ? -Infinity : Date.parse(time.from);
  return at >= from && (time.to === null || at < Date.parse(time.to));
}
