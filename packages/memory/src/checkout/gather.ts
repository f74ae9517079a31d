import { isHookloomError, isSharedSession, shellQuote } from '@hookloom/core';
import type { UnavailableEvent, CheckedEvent } from '@hookloom/core/events';
import type { ProjectionFallback, MemoryReads } from '../memory.ts';
import type { ScoringProfile } from '../search/scoring-profiles.ts';
import { readDecisions, type QuarantineDecisions } from '../shown/withhold.ts';
import type { FactRow, SearchResult, SourceRow } from '../rows.ts';
import {
  createCitationCheck,
  type CitationCheck,
  placeEvents,
  placeItems,
  type PlacedRecentEvent,
  type PlacedWorkingSetItem,
} from '../shown/citation-check.ts';
import { excerpt, foldText } from '../shown/clean-text.ts';
import { factKey, MAX_PINNED, PINNED_TYPES, withPinned } from './rank-rows.ts';
import { withLastWork } from './last-work.ts';
import { withKinds } from './listed-kinds.ts';
import { askedProducts, withProducts } from './named-products.ts';
import { withRecorded } from './recorded-work.ts';
import { STATE_SEARCH } from '../question/question-words.ts';
import { weighQuestion } from '../question/question.ts';
import type { RefTarget } from './ref-target.ts';
import type { CheckoutDeps, CheckoutPlan, CheckoutRequest } from './request.ts';
import { beyondTime } from './holds.ts';

/** Everything that a checkout reads. Data that could not be read is named in `degraded` and never silently empty. */
export interface Gathered {
  search: SearchResult;
  /** The results are the recorded work that the question asks for. */
  isRecorded: boolean;
  workingSet: PlacedWorkingSetItem[];
  recent: PlacedRecentEvent[];
  /** The replay window contains more events than are shown. */
  compacted: boolean;
  /** Number of searched events, at least 1. */
  searchedEvents: number;
  /** Events of the log that are not projected yet. */
  behind: number;
  degraded: { lane: string; reason: string }[];
  /** Why the projection on this machine answered instead of the chosen one. */
  fallback: ProjectionFallback | null;
  /** Events left out while following the log. */
  gaps: UnavailableEvent[];
  /** Lines of shared files that were refused. They do not affect any answer. */
  refused: UnavailableEvent[];
  check: CitationCheck;
  /** Texts that a person released or withheld. */
  decisions: QuarantineDecisions;
}

/** Per kind, and the total of all kinds. */
const ITEMS_PER_KIND = 3;
const WORKING_SET_ITEMS = 14;

/** Reads every lane once. If a lane fails, the answer is degraded and uses the other lanes. */
export async function gather(
  { memory, store, isQuoted }: Pick<CheckoutDeps, 'memory' | 'store' | 'isQuoted'>,
  plan: CheckoutPlan,
  target: RefTarget | null,
  { candidates, scoring }: { candidates: number; scoring: ScoringProfile },
): Promise<Gathered> {
  const session = target?.session ?? plan.session;
  const sessions = target === null ? plan.sessions : [target.session];
  const asOf = target === null ? {} : { asOfSeq: target.seq };
  const degraded: Gathered['degraded'] = [];
  const attempt = async <T>(lanes: string[], read: Promise<T>, fallback: T): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      const reason = reasonOf(error);
      for (const lane of lanes) degraded.push({ lane, reason });
      return fallback;
    }
  };
  const request = {
    query: plan.query,
    also: plan.also,
    sessions,
    limit: candidates,
    includeSuperseded: true,
    scoring,
    rerank: true,
  };
  const nothing: SearchResult = { facts: [], sources: [], terms: [], degraded: [] };
  const asked = await attempt(
    ['graph', 'verbatim'],
    memory.search({ ...request, ...asOf }),
    nothing,
  );
  degraded.push(
    ...asked.degraded.map(({ lane, reason }) => ({ lane, reason: reasonText(reason) })),
  );
  const pinned = await attempt(
    ['graph'],
    memory.facts({ sessions, types: PINNED_TYPES, limit: MAX_PINNED, ...asOf }),
    [],
  );
  const then = asked.time?.as_of ?? null;
  const kept = withPinned(
    asked,
    pinned.filter(({ validFrom }) => then === null || Date.parse(validFrom) <= Date.parse(then)),
  );
  const weighed = weighQuestion(plan.query, beyondTime(asked), 1);
  const { aboutState, aboutLast, listed, records } = weighed;
  const products = askedProducts(plan.query);
  const eventsOf = (types: string[], limit: number, containing = ''): Promise<SourceRow[]> =>
    memory.events({ sessions, types, containing, limit, ...asOf });
  const factsOf = (types: string[], limit: number): Promise<FactRow[]> =>
    memory.facts({ sessions, types, limit, ...asOf });
  const recorded =
    records === undefined
      ? null
      : await attempt(['verbatim'], withRecorded(kept, records, eventsOf, factsOf), null);
  const search =
    recorded ??
    (listed !== undefined
      ? await attempt(['graph'], withKinds(kept, listed, factsOf), kept)
      : aboutLast !== undefined
        ? await attempt(['verbatim'], withLastWork(kept, aboutLast, eventsOf), kept)
        : aboutState
          ? withMore(
              kept,
              await attempt(
                ['graph'],
                memory.search({
                  ...request,
                  query: STATE_SEARCH,
                  also: [],
                  rerank: false,
                  ...asOf,
                }),
                nothing,
              ),
            )
          : products.length > 0
            ? await attempt(['verbatim'], withProducts(kept, products, eventsOf), kept)
            : kept);
  const past = then === null ? asOf : { ...asOf, asOfTime: then };
  const workingSet = await attempt(
    ['working_set'],
    memory.workingSet(session, { limit: ITEMS_PER_KIND, ...past }),
    [],
  );
  const window = await attempt(
    ['replay'],
    memory.recent(session, plan.maxRecentEvents + 1, past),
    [],
  );
  const unknown: ProjectionState = { searched: 1, behind: 0, gaps: [] };
  const standing = await attempt(
    ['status'],
    readProjectionState({ memory, store }, sessions, target),
    unknown,
  );
  const decisions = await attempt(['quarantine'], readDecisions(memory, sessions), new Map());
  const check = createCitationCheck(store, isQuoted);
  const atMost = target?.seq ?? Number.MAX_SAFE_INTEGER;
  const replayed = window.filter(({ seq }) => seq >= plan.replayFromSeq && seq <= atMost);
  const recent = plan.maxRecentEvents === 0 ? [] : replayed.slice(-plan.maxRecentEvents);
  return {
    search: withinTarget(search, target),
    isRecorded: recorded !== null,
    workingSet: await placeItems(
      workingSet.filter(({ seq }) => seq <= atMost).slice(0, WORKING_SET_ITEMS),
      check,
    ),
    recent: await placeEvents(recent, session, check),
    compacted: replayed.length > recent.length,
    searchedEvents: Math.max(1, standing.searched),
    behind: standing.behind,
    gaps: standing.gaps,
    refused: sessions.some(isSharedSession) ? ((await memory.refused?.()) ?? []) : [],
    degraded,
    fallback: memory.fallback?.() ?? null,
    check,
    decisions,
  };
}

/** Appends the facts of the second search to those of the first. The question and its terms do not change. */
function withMore(asked: SearchResult, more: SearchResult): SearchResult {
  const known = new Set(asked.facts.map(({ fact }) => factKey(fact)));
  const lowest = Math.min(...asked.facts.map(({ score }) => score), 1);
  const best = Math.max(...more.facts.map(({ score }) => score), Number.MIN_VALUE);
  const added = more.facts
    .filter(({ fact }) => !known.has(factKey(fact)))
    .map((hit) => ({ ...hit, score: (lowest * hit.score) / best }));
  return { ...asked, facts: [...asked.facts, ...added] };
}

/** Drops everything after the target, whatever the memory returned. */
function withinTarget(search: SearchResult, target: RefTarget | null): SearchResult {
  if (target === null) return search;
  const within = ({ session, seq }: { session: string; seq: number }): boolean =>
    session === target.session && seq <= target.seq;
  const facts = search.facts.filter(({ fact }) => within(fact));
  return {
    ...search,
    facts: facts.map((hit) => {
      const { supersededBy } = hit.fact;
      // A version that a later event closed was current at the target.
      if (supersededBy === null || within(supersededBy)) return hit;
      return { ...hit, fact: { ...hit.fact, validTo: null, supersededBy: null } };
    }),
    sources: search.sources.filter(({ source }) => within(source)),
  };
}

/** Throws for an invalid or forbidden request. Every other error means "unavailable". */
export function reasonOf(error: unknown): string {
  const { code, path = '' } = Object(error) as NodeJS.ErrnoException;
  if (code === 'EACCES' && path.endsWith('.jsonl'))
    return foldText(`the log ${path} cannot be read; run \`chmod u+rw ${shellQuote(path)}\``);
  if (!isHookloomError(error)) return 'the projection could not be read';
  if (['invalid_request', 'permission_denied', 'not_found'].includes(error.code)) throw error;
  return reasonText(error.message);
}

function reasonText(reason: string): string {
  return excerpt(foldText(reason), 200).replace(/\.$/, '');
}

/** The state of the projection relative to the log. */
export interface ProjectionState {
  /** Number of searched events. */
  searched: number;
  /** Events of the log that are not projected yet. */
  behind: number;
  /** Events up to the target that were left out while following the log. */
  gaps: UnavailableEvent[];
}

export async function readProjectionState(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  sessions: readonly string[],
  target: RefTarget | null,
): Promise<ProjectionState> {
  let searched = 0;
  let behind = 0;
  const gaps: UnavailableEvent[] = [];
  for (const session of sessions) {
    // The search has already followed a team's files to their ends.
    if (isSharedSession(session)) continue;
    const { cursor, eventCount, gaps: found } = await memory.stats(session);
    const head = await store.head(session, cursor ?? undefined);
    searched += eventCount;
    gaps.push(...found.filter(({ seq }) => seq <= (target?.seq ?? Infinity)));
    if (cursor === null) continue;
    behind += Math.max(0, (target?.seq ?? head?.seq ?? 0) - cursor.seq);
  }
  return { searched, behind, gaps };
}

/** For one question: all its parts read the memory in its current state, without following the logs again. */
export async function atOneHead(
  deps: CheckoutDeps,
  { session, sessions = [] }: Pick<CheckoutRequest, 'session' | 'sessions'>,
): Promise<CheckoutDeps> {
  const { memory } = deps;
  if (memory.snapshot === undefined) return deps;
  // If the memory cannot follow the logs, each lane reports it.
  const reads = await memory.snapshot([...new Set([session, ...sessions])]).catch(() => memory);
  return { ...deps, memory: reads };
}

/** For several checkouts at one head, which usually cite the same events: checks each event once. */
export function checkedOnce(store: CheckoutDeps['store']): CheckoutDeps['store'] {
  const known = new Map<string, CheckedEvent>();
  return {
    ...store,
    async check(session, seqs) {
      const keyOf = (seq: number): string => `${session}/${seq}`;
      const missing = seqs.filter((seq) => !known.has(keyOf(seq)));
      if (missing.length > 0)
        for (const [seq, checked] of await store.check(session, missing))
          known.set(keyOf(seq), checked);
      return new Map(seqs.map((seq) => [seq, known.get(keyOf(seq))!]));
    },
  };
}

/** For several reads at one head: caches what was read. */
export function readOnce(memory: MemoryReads): MemoryReads {
  const known = new Map<string, Promise<unknown>>();
  function once<G extends unknown[], T>(
    name: string,
    read: (...given: G) => Promise<T>,
  ): (...given: G) => Promise<T> {
    return (...given) => {
      const key = `${name} ${JSON.stringify(given)}`;
      const found = (known.get(key) as Promise<T> | undefined) ?? read(...given);
      known.set(key, found);
      return found;
    };
  }
  return {
    ...memory,
    search: once('search', memory.search),
    facts: once('facts', memory.facts),
    workingSet: once('workingSet', memory.workingSet),
    recent: once('recent', memory.recent),
    outcomes: once('outcomes', memory.outcomes),
    stats: once('stats', memory.stats),
  };
}
