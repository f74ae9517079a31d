/** Ranks the documents for a question: candidates with their windows, and the parts of their scores. */
import type { SearchRequest } from '../rows.ts';
import type { Database, Rewrites } from '../store/port.ts';
import { questionTerms, splitWords } from '../words/analyze.ts';
import { createTimeReader, type TimeOfQuestion } from './asked-time.ts';
import { hasTimeWords } from './time-words.ts';
import {
  weigh,
  type WeightedTerm,
  createDocumentFrequencies,
  createDocumentLengths,
} from './bm25.ts';
import { createCandidateSearch, type Candidate } from './candidates.ts';
import { dateTerms, actorTerm, nameWords, asksWhen } from '../words/marks.ts';
import { rank, type Ranked, round } from './rank.ts';
import { SCORING_PROFILES, type ScoringWeights } from './scoring-profiles.ts';
import type { Scope } from './scope.ts';
import { createWindowScorer, type ScoreRequest, type Scored } from './windows.ts';
import type { QuestionVectors } from '../vectors/question-vectors.ts';
import { completedCalls, conversationsOf } from '../store/document-rows.ts';
import { readSessions } from '../store/session-rows.ts';
import { actorsOf } from '../store/entity-rows.ts';

export interface Ranking {
  ranked: Ranked[];
  terms: WeightedTerm[];
  time: TimeOfQuestion | null;
}

/** Only this many terms count, which is more than a person uses. */
const MAX_TERMS = 64;
/** Actors that are also common words ("the user table"), so they are also searched as words. */
const ROLES: ReadonlySet<string> = new Set(
  'agent assistant file human model system tool user'.split(' '),
);
/** The weight of an explicit order, compared with one that may be part of a name. */
const PLAIN_ORDER = 12;
/** Verbs of questions that ask for anything that happened. */
const HAPPENS: ReadonlySet<string> = new Set(questionTerms('happen occur go new'));

/** @param rewrites Documents that were removed or got other marks. Cached data about them is read again. */
export function createRanking(
  db: Database,
  scopes: Scopes,
  rewrites: () => Rewrites,
): (request: SearchRequest, scope: Scope, asked: QuestionVectors | null) => Ranking {
  const score = createWindowScorer(db);
  const lengths = createDocumentLengths(db);
  const df = createDocumentFrequencies(db);
  const candidates = createCandidateSearch(db, df, lengths);
  const times = createTimeReader(db);
  let known = { removed: rewrites().removed, marked: rewrites().marked.length };
  /** Explaining an answer ranks one question several times, for lists of different lengths. */
  let last: (ReturnType<typeof rankAll> & { key: string; asked: QuestionVectors | null }) | null =
    null;

  function forgetRewritten(): void {
    const { removed, marked } = rewrites();
    if (removed === known.removed) lengths.drop(marked.slice(known.marked));
    else lengths.clear();
    known = { removed, marked: marked.length };
  }

  return (request, scope, asked) => {
    forgetRewritten();
    const { query, also = [], scoring = 'balanced', limit } = request;
    const key = JSON.stringify([
      query,
      also,
      scoring,
      scope.sids,
      scope.asOfSeq,
      scope.heads,
      known,
    ]);
    if (last?.key !== key || last.asked !== asked)
      last = { key, asked, ...rankAll(request, asked, scope) };
    const { ranked, terms, time, more } = last;
    const isEnough = ranked.length >= limit || time !== null;
    return { ranked: isEnough ? ranked : [...ranked, ...more(limit)], terms, time };
  };

  /** `more`: the rows after the ranking, for a list of this length. */
  function rankAll(
    request: SearchRequest,
    asked: QuestionVectors | null,
    scope: Scope,
  ): Ranking & { more: (limit: number) => Ranked[] } {
    const named = namedActors(request.query, scopes.actors(scope));
    const nameTerms = new Set(
      named.filter((name) => !ROLES.has(name.toLowerCase())).flatMap((name) => questionTerms(name)),
    );
    const all = questionTerms(request.query).slice(0, MAX_TERMS);
    const averageLength = Math.max(1, scope.tokens / Math.max(1, scope.documents));
    const find = (words: string): Scored[] => {
      const named = weigh(questionTerms(words), df, Math.max(1, scope.documents));
      const nothing = {
        also: [],
        actors: new Set<string>(),
        dates: [],
        similarity: null,
        asksWhen: false,
      };
      const { best } = candidates({ terms: named, also: [], actors: [], dates: [], scope });
      return score(best, {
        ...nothing,
        terms: named,
        averageLength,
        asOfSeq: scope.asOfSeq,
      });
    };
    const time = hasTimeWords(request.query) ? times.of(request.query, scope, find) : null;
    const beyondTime = all.filter((term) => time?.spent.has(term) !== true);
    const isOpen =
      time !== null && time.days.length > 0 && beyondTime.every((term) => HAPPENS.has(term));
    const beyondNames = all.filter((term) => !nameTerms.has(term));
    const terms = weigh(
      isOpen ? [] : beyondNames.length > 0 ? beyondNames : all,
      df,
      Math.max(1, scope.documents),
    );
    const given = new Set(all);
    const also = weigh(
      questionTerms((request.also ?? []).join('\n'))
        .filter((term) => !given.has(term))
        .slice(0, MAX_TERMS),
      df,
      Math.max(1, scope.documents),
    );
    const said = dateTerms(request.query);
    const dates = isOpen ? [...new Set([...said, ...time.days])] : said;
    const { best: lexical, further } = candidates({
      terms,
      also,
      actors: named.map(actorTerm),
      dates: [...new Set([...said, ...(time?.days ?? [])])],
      scope,
    });
    const vectors = asked !== null && canCompare(lexical, asked) ? asked : null;
    const found = vectors === null ? lexical : addNearest(db, lexical, vectors, scope);
    const asking: ScoreRequest = {
      terms,
      also,
      actors: new Set(named),
      dates,
      averageLength,
      asOfSeq: scope.asOfSeq,
      similarity: vectors && ((id) => vectors.similarity(id)),
      asksWhen: asksWhen(request.query),
    };
    const scored = score(found, asking);
    const weights = SCORING_PROFILES[request.scoring ?? 'balanced'];
    const isOrdered = time?.asked.isOrderPlain === true;
    const ordered = isOrdered ? { ...weights, order: weights.order * PLAIN_ORDER } : weights;
    const scoring = vectors === null ? ordered : byMeaning(ordered, scored);
    const marked = time === null ? scored : times.mark(time, scored, isOpen);
    const ranked = withoutTwins(
      db,
      rank(marked, (sid) => scope.names.get(sid)!, scoring),
    );
    const more = (limit: number): Ranked[] => {
      const known = new Set(scored.map(({ id }) => id));
      const next = further(limit * 2).filter(({ id }) => !known.has(id));
      return continued(ranked, next, score(next, asking));
    };
    return { ranked, terms, time, more };
  }
}

/** Actors whose full name is in the question. A boost, never a filter. */
function namedActors(query: string, actors: readonly string[]): string[] {
  const words = ` ${splitWords(query).join(' ')} `;
  return actors.filter((name) => {
    const wanted = nameWords(name);
    return wanted !== '' && words.includes(` ${wanted} `);
  });
}

/**
 * A call directly followed by its command or edit is one row: it is recorded as two events, which both match the same
 * words. The row that ranks first stays.
 */
export function withoutTwins<T extends { id: number }>(db: Database, ranked: readonly T[]): T[] {
  const at = new Map(ranked.map(({ id }, place) => [id, place]));
  const pairs = ranked.filter(({ id }) => at.has(id + 1)).map(({ id }) => id);
  if (pairs.length === 0) return [...ranked];
  const later = new Set(
    completedCalls(db, pairs).map((id) => (at.get(id)! < at.get(id + 1)! ? id + 1 : id)),
  );
  return ranked.filter(({ id }) => !later.has(id));
}

/**
 * A list may be longer than the ranking. These are the rows after it, in the order in which they were found. Their
 * scores only place them after the ranking.
 */
function continued(
  ranked: readonly Ranked[],
  next: readonly Candidate[],
  scored: readonly Scored[],
): Ranked[] {
  const rows = new Map(scored.map((row) => [row.id, row]));
  const last = ranked.at(-1)?.score ?? 1;
  return next.flatMap(({ id }, at): Ranked[] => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const score = round(last / (at + 2));
    return [{ ...row, score, parts: () => ({ own: score }) }];
  });
}

export type Scopes = ReturnType<typeof createScopes>;

const MAX_ACTORS = 2000;

/** Converts session names to a scope, with the collection statistics that the scores need. */
export function createScopes(db: Database) {
  return {
    of({ sessions: wanted, asOfSeq }: Pick<SearchRequest, 'sessions' | 'asOfSeq'>): Scope {
      const scope: Scope = {
        sids: [],
        names: new Map(),
        heads: [],
        documents: 0,
        tokens: 0,
        asOfSeq: asOfSeq ?? Number.MAX_SAFE_INTEGER,
      };
      for (const { sid, name, seq, docs, tokens } of readSessions(db)) {
        // Statistics cover the complete store; rows do not.
        scope.heads.push({ sid, seq });
        scope.documents += docs;
        scope.tokens += tokens;
        if (wanted.includes(name)) {
          scope.sids.push(sid);
          scope.names.set(sid, name);
        }
      }
      return scope;
    },
    /** Names of the actors that a question may mean. */
    actors: (scope: Scope): string[] => [
      ...new Set(scope.sids.flatMap((sid) => actorsOf(db, sid, MAX_ACTORS))),
    ],
  };
}

const NEAREST = 50;
/** Share of the findings by words that must have a vector. */
const SPOKEN_FOR = 2 / 3;

/**
 * Whether vectors may take part. If many documents have no vector (code, or not made yet), vectors would only raise the
 * others.
 */
function canCompare(lexical: readonly Candidate[], vectors: QuestionVectors): boolean {
  const held = lexical.filter(({ id }) => vectors.has(id)).length;
  return held >= SPOKEN_FOR * lexical.length;
}

/** The candidates with the nearest documents of the scope. */
function addNearest(
  db: Database,
  lexical: Candidate[],
  vectors: QuestionVectors,
  scope: Scope,
): Candidate[] {
  const known = new Set(lexical.map(({ id }) => id));
  const fresh = vectors.nearest(scope, NEAREST).filter((id) => !known.has(id));
  if (fresh.length === 0) return lexical;
  return [...lexical, ...conversationsOf(db, fresh).map((found) => ({ ...found, leads: true }))];
}

/** The extra weight of a vector if no text has a word of the question. */
const MEANING_ALONE = 4;
/** Share of the question's words in one text that makes words count in full. */
const ENOUGH = 0.7;
/** How fast words lose their weight below that. */
const FALL = 1.5;

/**
 * If the best text has few words of the question, these count less, and meaning and the expected words count more. Each
 * part is divided by its maximum, so without this, the best of many bad matches would count like a good one.
 */
export function byMeaning(
  weights: ScoringWeights,
  scored: readonly { reach: number }[],
): ScoringWeights {
  const covered = scored.reduce((most, { reach }) => Math.max(most, reach), 0);
  const best = Math.min(1, covered / ENOUGH) ** FALL;
  const { own, window1, window3, window5, answers, also } = weights;
  return {
    ...weights,
    own: own * best,
    window1: window1 * best,
    window3: window3 * best,
    window5: window5 * best,
    answers: answers * best,
    also: also * (2 - best),
    vector: weights.vector + MEANING_ALONE * (1 - best),
  };
}
