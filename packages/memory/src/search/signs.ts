/**
 * Signs of a good row, besides the words that it shares with a question: how similar its meaning is, who said it, and
 * whether it states something, gives a reason, asks, or only announces a next step. The weights were fitted on
 * questions about sessions with agents.
 */
import { asksWhatPeopleSaid, isPerson, isProgress, isRecordType, isSaid } from '../channels.ts';
import type {
  FactHit,
  FactRow,
  SearchRequest,
  SearchResult,
  SourceHit,
  SourceRow,
} from '../rows.ts';
import { round, SHARED_SLOTS, shareOut } from './rank.ts';
import { oneRowPerEvent } from './one-row-per-event.ts';

/** Number of rows of each lane that are read. */
export const READ_ROWS = 50;
/** For the cosine of the row's event and the question. */
const SIMILARITY_WEIGHT = 4.3;
const BY_PERSON = 0.4;
/** Words of a person or an agent, if the question asks for a rule or a decision. */
const LAID_DOWN = 3;
const AGREED = 1;
/** A decision, a rule, a cause or similar. It is no sign if most findings are such statements. */
const STATED = 0.8;
const FEW_STATED = 0.3;
const MANY_STATED = 0.5;
/** A cause, if the question asks why. */
const REASON = 1.2;
/** A short text that ends with a question is not an answer. A long one also says something. */
const ASKS = -1.9;
const MAX_ASKING = 300;
/** "Let me look at the tests" is not an answer. */
const PROGRESS = -2.6;
/** A call, a command or an edit, if the question does not ask for one and the row has none of its words. */
const RECORD = -1.5;
const RECORD_COVERS = 0.2;
const ASKS_RECORDS =
  /\b(?:commands?|ran|runs?|outputs?|print(?:s|ed)?|logs?|logged|exit|fail(?:s|ed|ing|ures?)?|errors?|pass(?:es|ed)?|edit(?:s|ed)?|chang(?:es|ed)|files?|tests?|results?|measured|how (?:many|much|long))\b/i;
/** Applied to each further row of an event, so that the first ten rows cover more events. */
const AGAIN = -1;
/** The share of the score that deductions leave, so that the question still finds the row. */
const LEFT = 0.1;
const WHY = /^\W*(?:why|how come|warum|wieso|weshalb|pourquoi|por qu|почему|为什么)|\breasons?\b/iu;
/** "How should due dates be compared?", "When may we deploy?" */
const ASKS_WHAT_IS_RIGHT =
  /\b(?:how|what|which|when|where|who|wie|was|welche[rsnm]?|wann|wo|wer)\b[^?.]{0,80}\b(?:should|must|may|shall|soll(?:en|te|ten)?|muss|müssen|darf|dürfen)\b/iu;
const QUESTION_END = /[?？]\s{0,8}$/;
/**
 * Actors of a session with an agent. In a conversation between people, turns answer each other, and only this decides
 * their rank.
 */
const OF_AGENTS: ReadonlySet<string> = new Set(['user', 'assistant', 'agent', 'model', 'tool']);

type Hit = FactHit | SourceHit;

/** Requests enough rows to order them again. */
export function widened(request: SearchRequest): SearchRequest {
  return { ...request, limit: Math.max(request.limit, READ_ROWS) };
}

/**
 * The rows with these parts in their scores, best first. Rows after the first ones keep their position, so that a
 * longer list begins like a shorter one.
 */
export function readAgain(
  { query, oneRowPerEvent: isOnce }: SearchRequest,
  found: SearchResult,
): SearchResult {
  return withSigns(query, isOnce === true ? { ...found, ...oneRowPerEvent(found) } : found);
}

function withSigns(query: string, found: SearchResult): SearchResult {
  const all = [...found.facts, ...found.sources];
  if (!isWithAgents(all)) return found;
  const asked = {
    why: WHY.test(query),
    laidDown: asksWhatPeopleSaid(query),
    right: ASKS_WHAT_IS_RIGHT.test(query),
    ...(all.some(({ similarity }) => similarity !== undefined)
      ? { stated: STATED * rarity(shareOfStated(all)), records: ASKS_RECORDS.test(query) }
      : WORDS_DECIDE),
  };
  return {
    ...found,
    facts: ordered(found.facts, asked),
    sources: ordered(found.sources, asked),
  };
}

/** If nothing was compared by meaning, only words decide. */
const WORDS_DECIDE = { stated: 0, records: true };

interface Asked {
  /** A reason. */
  why: boolean;
  /** A rule, a decision or a preference. */
  laidDown: boolean;
  /** How something should be. */
  right: boolean;
  /** What was run, printed or changed. */
  records: boolean;
  /** The gain of a statement. */
  stated: number;
}

function ordered<T extends Hit>(hits: readonly T[], asked: Asked): T[] {
  const read = spread(
    hits
      .slice(0, READ_ROWS)
      .map((hit) => withParts(hit, signsOf(hit, asked)))
      .toSorted((a, b) => b.score - a.score),
  );
  const shared = shareOut(read, SHARED_SLOTS, (hit) => {
    const { channel, actor, session } = placeOf(hit);
    return { channel, source: () => `${actor}\n${session}` };
  });
  let last = Infinity;
  return [...shared, ...hits.slice(READ_ROWS)].map((hit) => {
    const next = hit.score > last ? withParts(hit, { behind: last - hit.score }) : hit;
    last = next.score;
    return next;
  });
}

/** Rows in order, with further rows of an event moved back. */
function spread<T extends Hit>(hits: readonly T[]): T[] {
  const rows = new Map<string, number>();
  return hits
    .map((hit) => {
      const before = rows.get(eventOf(hit)) ?? 0;
      rows.set(eventOf(hit), before + 1);
      return withParts(hit, { again: Math.max(AGAIN * before, -hit.score * (1 - LEFT)) });
    })
    .toSorted((a, b) => b.score - a.score);
}

function signsOf(
  hit: Hit,
  { why, laidDown, right, records, stated }: Asked,
): Record<string, number> {
  const row = rowOf(hit);
  const isOfPerson = isPerson(row);
  const gains = {
    near: SIMILARITY_WEIGHT * Math.max(0, hit.similarity ?? 0),
    person: isOfPerson ? BY_PERSON : 0,
    laid_down: laidDown ? (isOfPerson ? LAID_DOWN : isSaid(row) ? AGREED : 0) : 0,
    stated: isStated(hit) && !(right && isDone(hit)) ? stated : 0,
    reason: why && hit.lane === 'graph' && hit.fact.entityType === 'cause' ? REASON : 0,
  };
  const most = Object.values(gains).reduce((sum, gain) => sum - gain, -hit.score) * (1 - LEFT);
  const asks = isQuestion(row.content) ? Math.max(ASKS, most) : 0;
  const progress = isProgress(row) ? Math.max(PROGRESS, most - asks) : 0;
  const isRecord = !records && isRecordType(row.eventType);
  const unnamed = Math.max(0, 1 - hit.coverage / RECORD_COVERS);
  const record = isRecord ? Math.max(RECORD * unnamed, most - asks - progress) : 0;
  return { ...gains, question: asks, progress, record };
}

function withParts<T extends Hit>(hit: T, signs: Record<string, number>): T {
  const added = Object.entries(signs).filter(([, value]) => value !== 0);
  if (added.length === 0) return hit;
  const parts = { ...hit.parts };
  let score = hit.score;
  for (const [name, value] of added) {
    parts[name] = round(value);
    score += parts[name];
  }
  return { ...hit, score: round(score), parts };
}

function isStated(hit: Hit): boolean {
  return hit.lane === 'graph' && typeof hit.fact.properties['speaker'] === 'string';
}

/** Reports a finished action, which is true only at that moment. */
const isDone = (hit: Hit): boolean => hit.lane === 'graph' && hit.fact.entityType === 'done';

/** Computed over the events that were found. */
function shareOfStated(hits: readonly Hit[]): number {
  const stated = new Set(hits.filter(isStated).map(eventOf));
  return stated.size / Math.max(1, new Set(hits.map(eventOf)).size);
}

function rarity(share: number): number {
  return Math.min(1, Math.max(0, (MANY_STATED - share) / (MANY_STATED - FEW_STATED)));
}

function eventOf(hit: Hit): string {
  const { session, seq } = placeOf(hit);
  return `${session}/${seq}`;
}

function isWithAgents(hits: readonly Hit[]): boolean {
  const ofAgents = hits.filter((hit) => {
    const { actor, eventType } = placeOf(hit);
    return eventType !== 'transcript.turn' || OF_AGENTS.has(actor);
  });
  return 2 * ofAgents.length > hits.length;
}

function isQuestion(text: string): boolean {
  return text.length <= MAX_ASKING && QUESTION_END.test(text);
}

function placeOf(hit: Hit): FactRow | SourceRow {
  return hit.lane === 'graph' ? hit.fact : hit.source;
}

function rowOf(hit: Hit) {
  return hit.lane === 'graph' ? hit.fact : { ...hit.source, properties: {} };
}
