/** One question through all lanes: postings, windows, exact names; facts and verbatim sources with their scores. */
import { compareText, defined, renderCitation } from '@hookloom/core';
import { isUntrusted } from '../channels.ts';
import {
  decisionOn,
  decisionsIn,
  decisionsRequest,
  type QuarantineDecisions,
} from '../shown/withhold.ts';
import { createFactReader, endedParts, endsOf, type FactFilter } from '../store/read-facts.ts';
import type { Cited, FactHit, FactRow, SearchRequest, SearchResult, SourceHit } from '../rows.ts';
import type { Database, Rewrites } from '../store/port.ts';
import { round, type Ranked, SHARED_SLOTS, shareOut, type Sourced } from './rank.ts';
import { SCORING_PROFILES } from './scoring-profiles.ts';
import type { Scope } from './scope.ts';
import { createScopes, createRanking } from './ranking.ts';
import { sourceRow, readDocuments } from '../store/document-rows.ts';
import type { QuestionVectors } from '../vectors/question-vectors.ts';
import { entitiesNamed, relatedTo } from '../store/entity-rows.ts';

/** Rows of the ranking to check for facts. */
const FACT_DEPTH = 200;
const ACCEPTED_WEIGHT = 0.25;

export type Search = ReturnType<typeof createSearch>;

interface LastSearch {
  ranked: readonly Ranked[];
  key: string;
  facts: FactHit[];
  /** By the length of the list. */
  sources: Map<number, SourceHit[]>;
}

interface FactScope {
  asOf: string | null;
  decisions: QuarantineDecisions;
  scope: Scope;
  vectors: QuestionVectors | null;
}

/** @param rewrites Documents that were removed or got other marks. Cached data about them is read again. */
export function createSearch(db: Database, rewrites: () => Rewrites) {
  const scopes = createScopes(db);
  const ranking = createRanking(db, scopes, rewrites);
  const facts = createFactReader(db);
  /** An explanation searches for one question several times, for lists of different lengths. */
  let last: LastSearch | null = null;

  const decided = ({ sessions }: SearchRequest, { sids }: Scope): QuarantineDecisions =>
    decisionsIn(facts.byTypes(sids, decisionsRequest(sessions)));

  function sourceHits(
    ranked: readonly Ranked[],
    { limit, asOfSeq }: SearchRequest,
    decisions: QuarantineDecisions,
    vectors: QuestionVectors | null,
  ): SourceHit[] {
    const top = shareOut(ranked, SHARED_SLOTS, sourceOf, limit * 2);
    if (top.length === 0) return [];
    const read = readDocuments(
      db,
      top.map(({ id }) => id),
    );
    const rows = new Map(read.map((row) => [Number(row['id']), row]));
    const ends = endsOf(db, [...rows.keys()], asOfSeq);
    const parts = endedParts(
      db,
      [...rows.keys()].filter((id) => !ends.has(id)),
      asOfSeq,
    );
    const hits = top.map((hit): SourceHit => {
      const [endedAt, ended] = [ends.get(hit.id), parts.get(hit.id)];
      const source = {
        ...sourceRow(rows.get(hit.id)!),
        ...defined({ endedAt, ended }),
      };
      const scored = { ...hit.parts(), window_coverage: round(hit.windowCoverage) };
      return {
        lane: 'verbatim',
        source,
        score: hit.score,
        parts: scored,
        coverage: round(hit.coverage),
        ...nearness(hit, vectors),
      };
    });
    return foldSame(
      hits,
      ({ source }) => `${foldedWith(source, decisions)} ${source.content}`,
      (kept, { source }) => {
        const also = (kept.source.metadata['also'] ??= []) as string[];
        also.push(renderCitation(source.session, source.seq, source.hash));
      },
    ).slice(0, limit);
  }

  /** Before the first ones are taken. */
  function factHits(
    request: SearchRequest,
    ranked: readonly Ranked[],
    { asOf, decisions, scope, vectors }: FactScope,
  ): FactHit[] {
    const scoring = SCORING_PROFILES[request.scoring ?? 'balanced'];
    const filter: FactFilter = {
      asOfSeq: request.asOfSeq ?? Number.MAX_SAFE_INTEGER,
      asOfTime: request.asOfTime ?? asOf ?? undefined,
      includeSuperseded: request.includeSuperseded ?? false,
    };
    const byDoc = new Map(
      shareOut(
        ranked.filter(({ own, vector, also }) => own > 0 || vector > 0 || also > 0),
        FACT_DEPTH,
        sourceOf,
        FACT_DEPTH,
      ).map((hit) => [hit.id, hit]),
    );
    const named = exactLane(db, namesIn(request.query), scope);
    const exactFacts = facts.byEntities(named, filter);
    const exactKeys = new Set(exactFacts.map(({ fact }) => keyOf(fact)));
    const hopsTo = new Map<string, number>();
    const reachedFacts = traversalLane(db, named, filter.asOfSeq).flatMap((eids, nearer) => {
      const led = facts.byEntities(eids, filter);
      for (const { fact } of led) hopsTo.set(keyOf(fact), nearer + 1);
      return led;
    });
    const rows = [...exactFacts, ...facts.byDocuments([...byDoc.keys()], filter), ...reachedFacts];
    const hits = new Map<string, FactHit>();
    for (const { doc, fid, fact } of rows) {
      const key = keyOf(fact);
      if (hits.has(key)) continue;
      const hit = byDoc.get(doc);
      const parts: Record<string, number> = hit?.parts() ?? {};
      if (exactKeys.has(key)) parts['exact'] = scoring.exact;
      const hops = hopsTo.get(key);
      if (hops !== undefined) parts['traversal'] = round(TRAVERSAL_WEIGHT / hops);
      if (fact.authority === 'accepted') parts['accepted'] = ACCEPTED_WEIGHT;
      const total = round(Object.values(parts).reduce((sum, part) => sum + part, 0));
      const covered = round(Math.max(hit?.coverage ?? 0, exactKeys.has(key) ? 1 : 0));
      hits.set(key, {
        lane: 'graph',
        fact,
        score: total,
        parts,
        coverage: covered,
        ...(hit !== undefined && nearness(hit, vectors, fid)),
      });
    }
    const sorted = [...hits.values()].toSorted(
      (a, b) =>
        b.score - a.score || compareText(a.fact.session, b.fact.session) || b.fact.seq - a.fact.seq,
    );
    return foldSame(
      sorted,
      ({ fact }) =>
        `${foldedWith(fact, decisions)} ${fact.entityType} ${fact.validTo ?? ''} ${fact.content}`,
      (kept, { fact }) => {
        const also = (kept.fact.properties['also'] ??= []) as string[];
        also.push(renderCitation(fact.session, fact.seq, fact.hash));
      },
    );
  }

  return {
    /** `vectors`: of the question, if that lane is on. */
    search(request: SearchRequest, vectors: QuestionVectors | null = null): SearchResult {
      const scope = scopes.of(request);
      const { ranked, terms, time } = ranking(request, scope, vectors);
      const asOf = time?.row.as_of ?? null;
      const { limit, asOfSeq, asOfTime, includeSuperseded } = request;
      const key = JSON.stringify([asOfSeq, asOfTime, includeSuperseded]);
      const decisions = decided(request, scope);
      if (last?.ranked !== ranked || last.key !== key) {
        const facts = factHits(request, ranked, { asOf, decisions, scope, vectors });
        last = { ranked, key, facts, sources: new Map() };
      }
      const sources = last.sources.get(limit) ?? sourceHits(ranked, request, decisions, vectors);
      last.sources.set(limit, sources);
      return {
        facts: shareOut(last.facts, SHARED_SLOTS, sourceOfFact, limit).map((hit) =>
          asItWas(hit, asOf),
        ),
        sources,
        terms: terms.map(({ term, df }) => ({ term, documentFrequency: df })),
        degraded: [],
        ...(time !== null && { time: time.row }),
      };
    },
    sources(request: SearchRequest, vectors: QuestionVectors | null = null): SourceHit[] {
      const scope = scopes.of(request);
      const { ranked } = ranking(request, scope, vectors);
      return sourceHits(ranked, request, decided(request, scope), vectors);
    },
  };
}

/** What the vectors say about a row, as on `FactHit`. */
function nearness(
  { id, vector }: Ranked,
  vectors: QuestionVectors | null,
  fid?: number,
): { similarity?: number; answers?: number } {
  if (vectors === null || vector <= 0) return {};
  const answers = vectors.answers(id, fid);
  const similarity = Math.max(0, vectors.similarity(id, fid));
  return { similarity: round(similarity), ...(answers !== null && { answers: round(answers) }) };
}

/** A fact that was closed later was current at that time. */
function asItWas(hit: FactHit, asOf: string | null): FactHit {
  const { validTo } = hit.fact;
  if (asOf === null || validTo === null || Date.parse(validTo) <= Date.parse(asOf)) return hit;
  return { ...hit, fact: { ...hit.fact, validTo: null, supersededBy: null } };
}

function keyOf({ session, seq, entityType, entityName }: FactRow): string {
  return `${session} ${seq} ${entityType} ${entityName}`;
}

/**
 * Only folds rows with one decision and authority: a released copy must not fold into an undecided one, no copy into a
 * withheld one, and no statement into a page with the same words.
 */
function foldedWith(row: Cited, decisions: QuarantineDecisions): string {
  return `${decisionOn(row, decisions) ?? 'undecided'} ${isUntrusted(row.channel) ? 'reported' : 'said'}`;
}

function sourceOf({ channel, actor, sid }: Ranked): Sourced {
  return { channel, source: () => `${actor}\n${sid}` };
}

function sourceOfFact({ fact: { channel, actor, session } }: FactHit): Sourced {
  return { channel, source: () => `${actor}\n${session}` };
}

/** The exact lane: entities whose full name is in the question (paths, ids, quoted phrases, identifiers). */
const MAX_NAMES = 12;
const MAX_ENTITIES = 20;

/**
 * Possible names in a question: quoted phrases, and words with characters that prose does not use.
 *
 * @example namesIn('why does `parse config` fail in src/app.ts for evt_12?') // ['parse config', 'src/app.ts', 'evt_12']
 */
export function namesIn(query: string): string[] {
  const names = new Set<string>();
  for (const match of query.matchAll(/"([^"\n]{2,200})"|`([^`\n]{2,200})`|“([^”\n]{2,200})”/g)) {
    names.add((match[1] ?? match[2] ?? match[3])!.trim());
  }
  for (const word of query.match(/[^\s"`“”()[\]{}<>,;]{2,200}/g) ?? []) {
    const bare = word.replace(/^['‘]+|['’?!.:]+$/g, '');
    if (/[/._#@:-]|\d|[a-z][A-Z]/.test(bare)) names.add(bare);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** Ids of the scope's entities with one of these names, in any case. */
export function exactLane(db: Database, names: readonly string[], { sids }: Scope): number[] {
  const found = names.flatMap((name) => entitiesNamed(db, name, sids, MAX_ENTITIES));
  return [...new Set(found)].slice(0, MAX_ENTITIES);
}

/**
 * Rows that differ only in spacing or case fold into the best one. Keeps the first row of each text and passes each
 * later row to `onto`.
 */
export function foldSame<T>(
  rows: readonly T[],
  content: (row: T) => string,
  onto: (kept: T, folded: T) => void,
): T[] {
  const kept = new Map<string, T>();
  for (const row of rows) {
    const key = content(row).toLowerCase().replace(/\s+/g, ' ').trim();
    const first = kept.get(key);
    if (first === undefined) kept.set(key, row);
    else onto(first, row);
  }
  return [...kept.values()];
}

/** The traversal lane: what the entities in a question lead to, over at most two relations. */
const MAX_HOPS = 2;
/** Nearest first. A file that everything depends on leads to more than a question can mean. */
const MAX_REACHED = 40;

/** What a relation from a named entity adds to a score; less than any word of the question. */
export const TRAVERSAL_WEIGHT = 0.2;

/**
 * Ids of entities: first those one relation away, then those two away, without the anchors. An actor is not an anchor,
 * because it leads to everything the actor ever did.
 */
export function traversalLane(
  db: Database,
  anchors: readonly number[],
  asOfSeq: number,
): number[][] {
  const reached: number[][] = [];
  const seen = new Set(anchors);
  let edge = [...anchors];
  for (let hops = 1; hops <= MAX_HOPS && edge.length > 0; hops++) {
    const next: number[] = [];
    for (const eid of relatedTo(db, edge, asOfSeq, MAX_REACHED * 2)) {
      if (seen.has(eid) || seen.size >= anchors.length + MAX_REACHED) continue;
      seen.add(eid);
      next.push(eid);
    }
    reached.push(next);
    edge = next;
  }
  return reached;
}
