import {
  assertSessionId,
  invalidRequest,
  isSharedSession,
  renderCitation,
  stringAt,
  unavailable,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import { cleanText, showName, showText, type ShownText } from '@hookloom/memory/checkout';
import {
  readDecisions,
  type FactHit,
  type QuarantineDecisions,
  type Quoted,
  type SearchRequest,
  type SearchResult,
} from '@hookloom/memory';
import { z } from 'zod';
import { assertUnboundTo } from '../call-scope.ts';
import {
  also,
  DEFAULT_LIMIT,
  limit,
  query as queryText,
  readOperation,
  readableSession,
  sessionId,
  type OperationContext,
} from './context.ts';
import { MAX_OFFSET, parseCursor, renderCursor, type QueryBinding } from './query-cursor.ts';
import { citedBy, verifiedRows } from '../unavailable-events.ts';
import { sourcesOfSession } from './session-sources.ts';
import { sessionsOf } from './notices.ts';
import { openedMemory, openedReads } from '../memory-access.ts';
import { verbatimRow } from './verbatim.ts';

const MAX_SESSIONS = 32;
/** Extra rows to read per result when paging over several logs, because some are from later events. */
const PINNED_MORE = 2;
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** `memory_query`. */
export const queryRequest = z.strictObject({
  query: queryText,
  also,
  temporal_filter: z.string().max(64).regex(INSTANT, 'must be an ISO 8601 instant').optional(),
  limit,
  session_id: sessionId,
  session_ids: z.array(z.string().min(1).max(128)).min(1).max(MAX_SESSIONS).optional(),
  cursor: z.string().min(1).max(512).optional(),
  paged: z.boolean().optional(),
});
export type QueryRequest = z.input<typeof queryRequest>;

/** One ranked context chunk. */
export interface QueryRow {
  /** Between marks that it cannot contain if its channel is not trusted; our own sentence if it is withheld. */
  content: string;
  /** `graph`: a fact · `verbatim`: a chunk of the log. */
  source: 'graph' | 'verbatim';
  score: number;
  valid_from: string | null;
  valid_to: string | null;
  citation: string;
  /** The writer, for rows from a team's files and logs. */
  author?: string;
  score_explanation: JsonObject;
  /** `file://path:line` of what was indexed from a file. */
  source_citation?: string;
  /** Only in answers over several sessions. */
  session_id?: string;
  /** Why the text is withheld. A person can read it with `memory quarantine show` or `memory_replay`. */
  withheld?: NonNullable<ShownText['withheld']>;
}

export interface QueryPage {
  contexts: QueryRow[];
  next_cursor: string | null;
  /** The cursor of this page's request. */
  cursor: string | null;
  has_more: boolean;
  offset: number;
  session_id: string;
}

/**
 * Ranked context chunks, best first: facts that are valid now or at `temporal_filter`, and chunks of the log that no
 * returned fact cites. An array, or a page if `paged` or `cursor` is given.
 */
export const query = readOperation(queryRequest, async (context, parsed) => {
  const instant = parsed.temporal_filter === undefined ? undefined : toUtc(parsed.temporal_filter);
  const rows = parsed.limit ?? DEFAULT_LIMIT;
  if (parsed.session_ids !== undefined) {
    assertUnboundTo('session_ids');
    const { cursor, paged, session_id } = parsed;
    if (cursor !== undefined || paged === true || session_id !== undefined)
      throw refuse('session_ids goes with neither cursor, paged nor session_id');
    const sessions = [...new Set(parsed.session_ids.map(assertSessionId))];
    for (const session of sessions) await readableSession(context, { session_id: session });
    const asked = { query: parsed.query, also: parsed.also, sessions, limit: rows };
    const found = await search(context, asked, instant);
    const shown = await held(context, found.slice(0, rows));
    return shown.map(({ session, row }) => ({ ...row, session_id: session }));
  }
  const session = await readableSession(context, parsed);
  if (parsed.cursor === undefined && parsed.paged !== true) {
    const sessions = sessionsOf(context, session);
    const asked = { query: parsed.query, also: parsed.also, sessions, limit: rows };
    const found = await search(context, asked, instant);
    return (await held(context, found.slice(0, rows))).map(({ row }) => row);
  }
  const { query, also, cursor = null } = parsed;
  return page(context, { query, also, session, temporalFilter: instant }, rows, cursor);
});

async function page(
  context: OperationContext,
  asked: Omit<QueryBinding, 'mark'>,
  rows: number,
  cursor: string | null,
): Promise<QueryPage> {
  const { query: text, also, session, temporalFilter } = asked;
  const { logs, shared, mark } = sourcesOfSession(context, session);
  const binding = { ...asked, mark };
  const start =
    cursor === null
      ? { offset: 0, heads: await headsOf(context, logs) }
      : parseCursor(cursor, binding);
  const end = Math.min(start.offset + rows, MAX_OFFSET);
  const [head = 0] = start.heads;
  const request = { query: text, also, sessions: [...logs, ...shared], limit: end + 1 };
  let found: Found[] = [];
  if (mark !== '') {
    const pins = new Map(logs.map((log, at) => [log, start.heads[at] ?? 0]));
    found = await searchPinned(context, request, temporalFilter, pins);
  } else if (head > 0) {
    found = await search(context, { ...request, asOfSeq: head }, temporalFilter);
  }
  const has_more = found.length > end && end < MAX_OFFSET;
  return {
    contexts: (await held(context, found.slice(start.offset, end))).map(({ row }) => row),
    next_cursor: has_more ? renderCursor({ offset: end, heads: start.heads }, binding) : null,
    cursor,
    has_more,
    offset: start.offset,
    session_id: session,
  };
}

async function headsOf({ store }: OperationContext, logs: readonly string[]): Promise<number[]> {
  const heads = await Promise.all(logs.map((log) => store.head(log)));
  return heads.map((head) => head?.seq ?? 0);
}

/** Searches several logs, each up to its own head. A fact that was closed after that head still counts as current. */
async function searchPinned(
  context: OperationContext,
  request: SearchRequest,
  instant: string | undefined,
  pins: ReadonlyMap<string, number>,
): Promise<Found[]> {
  const limit = request.limit * PINNED_MORE;
  const found = await search(context, { ...request, limit, includeSuperseded: true }, instant);
  const isBehind = (session: string, seq: number): boolean => seq > (pins.get(session) ?? Infinity);
  return found.flatMap((each): Found[] => {
    const { row, session, closedBy } = each;
    if (isBehind(session, citedBy(row.citation).seq)) return [];
    if (instant !== undefined || row.source !== 'graph' || row.valid_to === null) return [each];
    const isClosedLater = closedBy !== null && isBehind(session, closedBy);
    return isClosedLater ? [{ ...each, row: { ...row, valid_to: null } }] : [];
  });
}

interface Found {
  session: string;
  /** The event that closed a fact. */
  closedBy: number | null;
  row: QueryRow;
  quoted: Quoted;
}

/** Looks up only the rows that are returned. */
async function held(context: OperationContext, found: readonly Found[]): Promise<Found[]> {
  const { isQuoted } = await openedMemory(context);
  return verifiedRows(context.store, found, ({ row }) => citedBy(row.citation), {
    of: ({ quoted }) => [quoted],
    isQuoted,
  });
}

async function search(
  context: OperationContext,
  request: SearchRequest,
  instant: string | undefined,
): Promise<Found[]> {
  const memory = await openedReads(context, request.sessions);
  const result = await memory.search({
    ...request,
    rerank: true,
    oneRowPerEvent: true,
    ...(instant !== undefined && { asOfTime: instant }),
  });
  assertLooked(result);
  const decisions = await readDecisions(memory, request.sessions);
  const facts = result.facts.map((hit) => ({
    session: hit.fact.session,
    closedBy: hit.fact.supersededBy?.seq ?? null,
    row: factRow(hit, decisions),
    quoted: { name: hit.fact.entityName, content: hit.fact.content },
  }));
  const sources = result.sources
    .filter(({ source }) => instant === undefined || source.timestamp <= instant)
    .map((hit) => ({
      session: hit.source.session,
      closedBy: null,
      row: sourceRow(hit, decisions),
      quoted: { content: hit.source.content },
    }));
  // Both lists need the same scale: a fact gets the score of its event plus its value as a fact.
  return [...facts, ...sources].toSorted((a, b) => b.row.score - a.row.score);
}

/**
 * An empty answer because no index could be read would mean "nothing found". Search by meaning and reranking are
 * optional.
 */
function assertLooked({ facts, sources, degraded: all }: SearchResult): void {
  const degraded = all.filter(({ lane }) => lane !== 'vector' && lane !== 'rerank');
  if (facts.length > 0 || sources.length > 0 || degraded.length === 0) return;
  throw unavailable(
    `Part of the memory could not be searched: ${degraded.map(({ lane, reason }) => `${lane}: ${reason}`).join('; ')}.`,
    'Try again, or use memory_replay to read the log itself.',
  );
}

function factRow(
  { fact, score, parts, coverage }: FactHit,
  decisions: QuarantineDecisions,
): QueryRow {
  const { session, seq, hash, channel, properties } = fact;
  const text = `${fact.entityName}\n${fact.content}\n${stringAt(properties, 'source_citation')}`;
  const shown = showText({ session, seq, hash, channel, text }, fact.content, decisions);
  const name = shown.reported ? showName(fact.entityName) : cleanText(fact.entityName);
  return {
    content: shown.content,
    source: 'graph',
    score,
    valid_from: fact.validFrom,
    valid_to: fact.validTo,
    citation: renderCitation(session, seq, hash),
    ...authorOf(fact),
    ...(shown.withheld === null && placed(properties, shown.reported)),
    score_explanation: {
      ...parts,
      coverage,
      ...(shown.withheld === null && { entity_name: name }),
      entity_type: showName(fact.entityType),
      authority: fact.authority,
      channel,
      ...(shown.reported && { trust: 'reported' }),
    },
    ...(shown.withheld !== null && { withheld: shown.withheld }),
  };
}

function sourceRow(hit: SearchResult['sources'][number], decisions: QuarantineDecisions): QueryRow {
  const { content, citation, source_kind, metadata, withheld } = verbatimRow(hit, decisions);
  const { timestamp, channel } = hit.source;
  const { source_citation: place, trust } = metadata;
  return {
    content,
    source: 'verbatim',
    score: hit.score,
    valid_from: timestamp,
    valid_to: hit.source.endedAt ?? null,
    citation,
    ...authorOf(hit.source),
    ...(typeof place === 'string' && { source_citation: place }),
    score_explanation: {
      ...hit.parts,
      coverage: hit.coverage,
      source_kind,
      channel,
      ...(trust !== undefined && { trust }),
    },
    ...(withheld !== undefined && { withheld }),
  };
}

/** The actor, which the store sets for the files and logs of other writers. */
function authorOf({ session, actor }: { session: string; actor: string }): { author?: string } {
  return isSharedSession(session) ? { author: showName(actor) } : {};
}

function placed(properties: JsonObject, reported: boolean): { source_citation?: string } {
  const place = stringAt(properties, 'source_citation');
  if (place === '') return {};
  return { source_citation: reported ? showName(place) : cleanText(place) };
}

/** A time without an offset is in UTC. */
function toUtc(text: string): string {
  const hasOffset = !text.includes('T') || /(Z|[+-]\d\d:\d\d)$/.test(text);
  const ms = Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(ms)) throw refuse('temporal_filter is no instant');
  return new Date(ms).toISOString();
}

function refuse(what: string): HookloomError {
  return invalidRequest(`${what}.`, 'Correct the request and call again.');
}
