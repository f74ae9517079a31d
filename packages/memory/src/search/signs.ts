/**
 * What a row indicates besides the words that it shares with a question: how close its meaning is, who said it, and
 * whether it gives a reason, asks, or only announces a next step. The weights were fitted on questions about sessions
 * with agents.
 */
import { asksWhatPeopleSaid, isPerson, isProgress, isSaid } from '../channels.ts';
import type { FactHit, SearchRequest, SearchResult, SourceHit } from '../rows.ts';
import { round } from './rank.ts';
import { SHARED_SLOTS, shareOut } from './shares.ts';
import { toldOnce } from './told-once.ts';

/** Rows of each lane that are read. */
export const READ_ROWS = 50;
/** For the cosine of the row's event and the question. */
const NEAR = 4.3;
const BY_PERSON = 0.4;
/** Words of a person, and of an agent, if the question asks for a rule or a decision. */
const LAID_DOWN = 3;
const AGREED = 1;
/** A cause, if the question asks why. */
const REASON = 1.2;
/** A short text that ends with a question does not answer one. A long one says something before it asks. */
const ASKS = -1.9;
const MAX_ASKING = 300;
/** "Let me look at the tests" answers nothing. */
const PROGRESS = -2.6;
/** Deductions leave this share of the score, so that the question still finds the row. */
const LEFT = 0.1;
const WHY = /^\W*(?:why|how come|warum|wieso|weshalb|pourquoi|por qu|почему|为什么)|\breasons?\b/iu;
const QUESTION_END = /[?？]\s{0,8}$/;
/**
 * Actors of a session with an agent. Turns of a conversation between people answer each other, and are ranked only by
 * that.
 */
const OF_AGENTS: ReadonlySet<string> = new Set(['user', 'assistant', 'agent', 'model', 'tool']);

type Hit = FactHit | SourceHit;

/** Enough rows to order again. */
export function widened(request: SearchRequest): SearchRequest {
  return { ...request, limit: Math.max(request.limit, READ_ROWS) };
}

/**
 * The rows with these parts in their scores, best first. Rows after the first ones keep their position, so that a
 * longer list begins like a shorter one.
 */
export function readAgain(
  { query, toldOnce: isOnce }: SearchRequest,
  found: SearchResult,
): SearchResult {
  const read = withSigns(query, found);
  return isOnce === true ? { ...read, ...toldOnce(read) } : read;
}

function withSigns(query: string, found: SearchResult): SearchResult {
  if (!isWithAgents([...found.facts, ...found.sources])) return found;
  const asked = { why: WHY.test(query), laidDown: asksWhatPeopleSaid(query) };
  return {
    ...found,
    facts: ordered(found.facts, asked),
    sources: ordered(found.sources, asked),
  };
}

interface Asked {
  /** A reason. */
  why: boolean;
  /** A rule, a decision or a preference. */
  laidDown: boolean;
}

function ordered<T extends Hit>(hits: readonly T[], asked: Asked): T[] {
  const read = hits
    .slice(0, READ_ROWS)
    .map((hit) => withParts(hit, signsOf(hit, asked)))
    .toSorted((a, b) => b.score - a.score);
  const shared = shareOut(read, SHARED_SLOTS, (hit) => {
    const { channel, actor, session } = rowOf(hit);
    return { channel, source: () => `${actor}\n${session}` };
  });
  let last = Infinity;
  return [...shared, ...hits.slice(READ_ROWS)].map((hit) => {
    const next = hit.score > last ? withParts(hit, { behind: last - hit.score }) : hit;
    last = next.score;
    return next;
  });
}

function signsOf(hit: Hit, { why, laidDown }: Asked): Record<string, number> {
  const row = rowOf(hit);
  const isOfPerson = isPerson(row);
  const gains = {
    near: NEAR * Math.max(0, hit.similarity ?? 0),
    person: isOfPerson ? BY_PERSON : 0,
    laid_down: laidDown ? (isOfPerson ? LAID_DOWN : isSaid(row) ? AGREED : 0) : 0,
    reason: why && hit.lane === 'graph' && hit.fact.entityType === 'cause' ? REASON : 0,
  };
  const most = Object.values(gains).reduce((sum, gain) => sum - gain, -hit.score) * (1 - LEFT);
  const asks = isQuestion(row.content) ? Math.max(ASKS, most) : 0;
  const progress = isProgress(row) ? Math.max(PROGRESS, most - asks) : 0;
  return { ...gains, question: asks, progress };
}

function withParts<T extends Hit>(hit: T, signs: Record<string, number>): T {
  const parts = { ...hit.parts };
  let score = hit.score;
  for (const [name, value] of Object.entries(signs)) {
    if (value === 0) continue;
    parts[name] = round(value);
    score += parts[name];
  }
  return { ...hit, score: round(score), parts };
}

function isWithAgents(hits: readonly Hit[]): boolean {
  const ofAgents = hits.filter((hit) => {
    const { actor, eventType } = rowOf(hit);
    return eventType !== 'transcript.turn' || OF_AGENTS.has(actor);
  });
  return 2 * ofAgents.length > hits.length;
}

function isQuestion(text: string): boolean {
  return text.length <= MAX_ASKING && QUESTION_END.test(text);
}

function rowOf(hit: Hit) {
  return hit.lane === 'graph' ? hit.fact : { ...hit.source, properties: {} };
}
