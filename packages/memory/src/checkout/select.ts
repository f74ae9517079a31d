import { isUntrusted, isProgress, isRecordType, lessTrusted } from '../channels.ts';
import {
  decisionOn,
  type QuarantineDecisions,
  isOnlyReleased,
  withhold,
  type Withheld,
} from '../shown/withhold.ts';
import type { SearchResult } from '../rows.ts';
import type { Admission } from './admission.ts';
import { shareOut } from '../search/rank.ts';
import { fromFact, fromSource, type Candidate } from './candidate.ts';
import type { CitationCheck } from '../shown/citation-check.ts';
import { foldText } from '../shown/clean-text.ts';
import { isFiller, byRank } from './rank-rows.ts';
import {
  hasEnded,
  isStale,
  isStatement,
  earlierMentions,
  suspendedBy,
  latestStatusFirst,
} from './holds.ts';
import { ofKinds } from './listed-kinds.ts';
import type { Question } from '../question/question.ts';
import type { Recorded } from '../shown/recorded.ts';
import { compareText } from '@hookloom/core';

/** `fact`: may be relied on · `evidence`: reported or generated, fact lane · `context`: the same, verbatim lane. */
export type Role = 'fact' | 'evidence' | 'context';

export interface Row extends Candidate {
  role: Role;
  /** The canonical citation, or null if the log does not contain the event. */
  citation: string | null;
  /** Citations of rows with the same content. */
  alsoCited: string[];
  /** The client's own session, to know which turns follow each other. Null: unknown. */
  conversation: string | null;
  stale: boolean;
  /** A person released this text for reading. It is still reported text and not relied on. */
  released: boolean;
}

export interface Selection {
  /** In rank order. */
  facts: Row[];
  /** Evidence and context, in rank order. They never replace a fact. */
  reported: Row[];
  /** Events whose facts are closed. */
  supersededCount: number;
  /** Rows beyond these slots, in the order of the search. No judgement depends on them. */
  more: Row[];
  /** Closed facts related to the question, in rank order. Not looked up in the log yet. */
  superseded: Candidate[];
  withheld: Withheld[];
}

export interface Slots {
  facts: number;
  reported: number;
  /** Default 0. */
  more?: number;
}

/** Records that the write path made itself. Their form is ours; only their excerpts are reported text. */
const RECORDED_TYPES: ReadonlySet<string> = new Set(['verification.recorded']);
const RUN_TYPES: ReadonlySet<string> = new Set(['command.completed', 'verification.recorded']);
/** A row without a word of the question must reach this share of the best row's score, by its meaning or by `also`. */
const MEANT = 0.6;
/** A turn of this many characters is shown instead of its statement. */
const SHORT_TURN = 300;
/** More characters than the name of the speaker. */
const ITS_SPEAKER = 20;
/** Additional rows to look up in the log, because some may be forgotten or withheld. */
const SPARE_ROWS = 4;

/** The logs and files that rows are checked against. */
export interface Checks {
  check: CitationCheck;
  decisions: QuarantineDecisions;
  nowMs: number;
}

/** Merges the lanes, folds repetitions, checks citations and decides what each row may be used for. */
export async function selectRows(
  search: SearchResult,
  question: Question,
  slots: Slots,
  checks: Checks & { admission: Admission },
): Promise<Selection> {
  const { nowMs, decisions, admission } = checks;
  const found = [
    ...search.facts.map((hit) => fromFact(hit, question)),
    ...search.sources.flatMap((hit) => fromSource(hit, question)),
  ];
  const all = question.listed === undefined ? found : ofKinds(found, question.listed);
  const suspended = suspendedBy(all, nowMs);
  const isClosed = (row: Candidate): boolean => hasEnded(row, nowMs) || suspended.has(row.key);
  const closed = new Set(all.filter(isClosed).map(({ key }) => key));
  const open = all.filter((row) => !isClosed(row));
  for (const { key, lane } of open) if (lane === 'graph') closed.delete(key);
  // Their text is shown without the sentences that have ended.
  const holding = new Set(
    search.sources.flatMap(({ source: { session, seq, ended, endedAt } }) =>
      ended !== undefined && endedAt === undefined ? `${session}/${seq}` : [],
    ),
  );
  const wanted = question.terms.length === 0 || question.aboutState;
  const nearest = Math.max(...all.map(({ parts }) => parts['vector'] ?? 0), 0);
  const isMeant = ({ parts: { vector = 0 } }: Candidate): boolean =>
    vector > 0 && vector >= MEANT * nearest;
  const expected = Math.max(...all.map(({ parts }) => parts['also'] ?? 0), 0);
  const isExpected = ({ parts: { also = 0 } }: Candidate): boolean =>
    also > 0 && also >= MEANT * expected;
  const isRelevant = (row: Candidate): boolean =>
    wanted || row.terms.size > 0 || isMeant(row) || isExpected(row);
  const superseded = byRank(
    all.filter((row) => row.lane === 'graph' && isClosed(row)),
    admission,
  ).filter(isRelevant);
  const earlier = question.aboutEarlier === true ? earlierRecords(all, closed, isRun) : [];
  const ranked = byRank(
    [
      ...open.filter(({ key }) => !closed.has(key) || (holding.has(key) && !suspended.has(key))),
      ...earlier,
    ].filter((row) => !isFiller(row)),
    admission,
  );
  const foldedOf = (rows: Candidate[]): Folded[] =>
    foldRepeated(mergeLanes(rows), decisions).filter((row) => admission.admits(row));
  const folded = foldedOf(ranked.filter(isRelevant));
  // Runs before slots are assigned, so that many such texts use no slots and no lookups in the log.
  const shown = withhold(folded, recordedOf, decisions);

  const rows: Row[] = [];
  const [likelyFacts, others] = split(shown.kept, checks);
  const shared = shareOut(others, slots.reported, ({ channel, actor, session }) => ({
    channel,
    source: () => `${actor}\n${session}`,
  }));
  await lookUp(likelyFacts, slots.facts, 'fact', rows, checks);
  await lookUp(shared, slots.reported, 'reported', rows, checks);
  const cited = rows.filter((row) => admission.admitsCited(row));
  const { kept, withheld } = withhold(cited, recordedOf, decisions);
  const facts = latestStatusFirst(
    question,
    byRank(
      kept.filter(({ role }) => role === 'fact'),
      admission,
    ),
  ).slice(0, slots.facts);
  const reported = byRank(
    kept.filter(({ role }) => role !== 'fact').slice(0, slots.reported),
    admission,
  );
  // The neighbours of a match often contain the answer without any word of the question.
  const beside = [
    ...foldedOf(ranked.filter((row) => !isRelevant(row))),
    ...foldedOf(earlierRecords(all, closed, isRecord)).filter(
      ({ key }) => !shown.kept.some((row) => row.key === key),
    ),
  ];
  const more = await moreRows(
    [...shown.kept, ...withhold(beside, recordedOf, decisions).kept],
    [...facts, ...reported],
    slots.more ?? 0,
    checks,
  );
  return {
    facts,
    reported,
    more: withhold(more, recordedOf, decisions).kept.filter((row) => admission.admitsCited(row)),
    supersededCount: closed.size,
    superseded,
    withheld: [...shown.withheld, ...withheld],
  };
}

/** The best rows of the search that are not used yet. */
async function moreRows(
  rows: readonly Folded[],
  taken: readonly Row[],
  slots: number,
  checks: Checks,
): Promise<Row[]> {
  if (slots <= 0) return [];
  const idOf = ({ key, lane, entityName }: Candidate): string =>
    JSON.stringify([key, lane, entityName]);
  const known = new Set(taken.map(idOf));
  const best = rows
    // A pinned row that the search did not find has no score.
    .filter((row) => row.score > 0 && !known.has(idOf(row)))
    .toSorted((a, b) => b.score - a.score || compareText(a.session, b.session) || b.seq - a.seq)
    .slice(0, slots);
  const found = await Promise.all(best.map((row) => checked(row, checks)));
  return found.filter((row) => row !== null);
}

function recordedOf(row: Candidate): Recorded {
  const { session, seq, hash, channel, recorded } = row;
  return { session, seq, hash, channel, text: recorded };
}

const isRun = (eventType: string): boolean => RUN_TYPES.has(eventType);
const isRecord = (eventType: string): boolean => isRun(eventType) || isRecordType(eventType);

/** Runs and edits that a later one superseded. Their result is not a current fact, but was true then. */
function earlierRecords(
  rows: readonly Candidate[],
  closed: ReadonlySet<string>,
  isOf: (eventType: string) => boolean,
): Candidate[] {
  const ends = new Map(
    rows.flatMap(({ lane, key, validTo }) => (lane === 'graph' ? [[key, validTo] as const] : [])),
  );
  return rows
    .filter((row) => row.lane === 'verbatim' && closed.has(row.key) && isOf(row.eventType))
    .map((row) => ({ ...row, validTo: ends.get(row.key) ?? null }));
}

type Folded = Candidate & { also: { session: string; seq: number; hash: string }[] };

/** One row per event, and one per statement of it. */
function mergeLanes(ranked: Candidate[]): Candidate[] {
  const byEvent = new Map<string, Candidate[]>();
  for (const row of ranked) {
    const others = byEvent.get(row.key);
    const [first] = others ?? [];
    if (others === undefined || first === undefined) byEvent.set(row.key, [row]);
    else if (first.lane !== row.lane) others[0] = merged(first, row);
    else if (isStatement(row)) others.push(row);
  }
  return [...byEvent.values()].flat();
}

/**
 * The fact keeps its identity and shows the text of its source if that is short or covers more of the question: a
 * statement is one sentence, and the answer may be in the next.
 */
function merged(a: Candidate, b: Candidate): Candidate {
  const [fact, source] = a.lane === 'graph' ? [a, b] : [b, a];
  const { content, coverage } = source;
  const hasMore =
    content.length <= SHORT_TURN &&
    content.length > fact.content.length + ITS_SPEAKER &&
    content.includes(fact.content);
  const isFuller = coverage > fact.coverage + 0.1 || (isStatement(fact) && hasMore);
  const fuller = isFuller ? source : fact;
  return {
    ...fact,
    // The turn contains its statement and begins with the name of its speaker.
    recorded: isStatement(fact) ? source.recorded : `${fact.recorded}\n${source.recorded}`,
    quoted: [...fact.quoted, ...source.quoted],
    content: fuller.content,
    terms: fuller.terms,
    coverage: fuller.coverage,
    channel: lessTrusted(fact.channel, source.channel),
  };
}

/**
 * Rows with the same content, ignoring spacing and case, become one row with all their citations. A person decides
 * about one text, not about its copies: a released text is not folded with an unreleased one, and nothing is folded
 * into a withheld one.
 */
function foldRepeated(rows: Candidate[], decisions: QuarantineDecisions): Folded[] {
  const byText = new Map<string, Folded>();
  for (const row of rows) {
    const decided = decisionOn(row, decisions) ?? 'undecided';
    const said = `${decided} ${row.channel}\n${foldText(row.content).toLowerCase()}`;
    const first = byText.get(said);
    if (first === undefined) byText.set(said, { ...row, also: [] });
    else first.also.push({ session: row.session, seq: row.seq, hash: row.hash });
  }
  return [...byText.values()];
}

function split(rows: Folded[], checks: Checks): [Folded[], Folded[]] {
  const facts = new Set(rows.filter((row) => roleOf(row, standingOf(row, checks)) === 'fact'));
  return [[...facts], rows.filter((row) => !facts.has(row))];
}

/** Reasons that keep a row from being a current fact, whatever it says. */
function standingOf(row: Candidate, { decisions, nowMs }: Checks) {
  return { stale: isStale(row, nowMs), released: isOnlyReleased(recordedOf(row), decisions) };
}

/** Looks rows up in the log, best first, until the slots are filled or the limit is reached. */
async function lookUp(
  rows: readonly Folded[],
  slots: number,
  wanted: 'fact' | 'reported',
  found: Row[],
  checks: Checks,
): Promise<void> {
  const filled = (): number =>
    withhold(found, recordedOf, checks.decisions).kept.filter(
      ({ role }) => (role === 'fact') === (wanted === 'fact'),
    ).length;
  const most = Math.min(rows.length, slots + SPARE_ROWS);
  for (let next = 0, open = slots; open > 0 && next < most; open = slots - filled()) {
    const batch = rows.slice(next, Math.min(most, next + open));
    found.push(
      ...(await Promise.all(batch.map((row) => checked(row, checks)))).filter(
        (row) => row !== null,
      ),
    );
    next += batch.length;
  }
}

const ALSO_CITED = 4;

async function checked(row: Folded, checks: Checks): Promise<Row | null> {
  const { check } = checks;
  const event = await check.event(row.session, row.seq, row.hash, row.quoted);
  if (event.state === 'forgotten' || event.state === 'unavailable') return null;
  const others = await Promise.all(
    [...row.also, ...earlierMentions(row)]
      .slice(0, ALSO_CITED)
      .map(({ session, seq, hash }) => check.event(session, seq, hash)),
  );
  const found = event.state === 'found' ? event : null;
  const { channel: named, citation } = found ?? { channel: null, citation: null };
  const channel = named === null ? row.channel : lessTrusted(row.channel, named);
  const standing = standingOf(row, checks);
  return {
    ...row,
    channel,
    role: roleOf({ ...row, channel }, standing),
    citation,
    conversation: found?.event.origin?.session_id ?? null,
    alsoCited: others.flatMap((other) => (other.state === 'found' ? [other.citation] : [])),
    ...standing,
  };
}

/** Generated or reported content is never a current fact, nor is an agent's announcement of what it will do. */
function roleOf(row: Candidate, { stale, released }: { stale: boolean; released: boolean }): Role {
  const { lane, channel, authority, eventType, sourceKind } = row;
  const source = channel === 'tool' ? RECORDED_TYPES.has(eventType) : !isUntrusted(channel);
  const asserted = lane === 'graph' || sourceKind === 'transcript';
  const mayHold = !isRecordType(eventType) && !isProgress(row) && !stale && !released;
  if (mayHold && source && asserted && authority !== 'non_authoritative') return 'fact';
  return lane === 'graph' ? 'evidence' : 'context';
}
