/** The rows that the memory returns. Every row cites its event. */
import type { Channel, Cursor, UnavailableEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import type { Reinforcement } from './salience/salience.ts';
import type { RepeatedParts } from './taint/repeated-parts.ts';
import type { ScoringProfile } from './search/scoring-profiles.ts';

/** The origin of a row. `graph` is the fact lane; `verbatim` is the source lane. */
export type Lane = 'graph' | 'verbatim';

/**
 * `accepted`: stated by a person or an agent as a decision, task, … · `observed`: recorded · `non_authoritative`:
 * generated, or written by an unauthorised writer · `imported`: history of another log.
 */
export type Authority = 'accepted' | 'observed' | 'non_authoritative' | 'imported';

/** The event that a row cites. */
export interface Cited {
  session: string;
  seq: number;
  /** `sha256:` + 64 hex. */
  hash: string;
  /** The least trusted channel of what it says. */
  channel: Channel;
}

export interface OfEvent extends Cited {
  eventType: string;
}

/** One version of one entity. `validTo` null means current. */
export interface FactRow extends OfEvent {
  eventId: string;
  entityName: string;
  entityType: string;
  /** One or a few self-contained sentences. */
  content: string;
  properties: JsonObject;
  /** ISO 8601. */
  validFrom: string;
  validTo: string | null;
  actor: string;
  authority: Authority;
  importance: number;
  reinforcementCount: number;
  supersededBy: { session: string; seq: number; hash: string } | null;
  /** Absent: the event was never reinforced. */
  salience?: Reinforcement;
}

/** A verbatim chunk of one event. */
export interface SourceRow extends OfEvent {
  eventId: string;
  kind: 'transcript' | 'document' | 'event' | 'packet_projection';
  content: string;
  actor: string;
  timestamp: string;
  metadata: JsonObject;
  /** Since when none of its statements holds, ISO 8601. Absent: some hold, or it states nothing. */
  endedAt?: string;
  /** Sentences of it that no longer hold. Absent: none, or all. */
  ended?: readonly string[];
  /** Absent: no part of it repeats outside text. */
  repeats?: RepeatedParts;
  /** Absent: the event was never reinforced. */
  salience?: Reinforcement;
}

export interface FactHit {
  lane: 'graph';
  fact: FactRow;
  score: number;
  /** Named parts that add up to the score, for `score_explanation`. */
  parts: Record<string, number>;
  /** Share of the question's distinct content terms found in the row (or its window for sources), 0 to 1. */
  coverage: number;
  /** Cosine of the vectors of the row's event and of the question. Absent without vectors. */
  similarity?: number;
  /** How likely the row's event answers, as log-odds up to a constant. Absent if nothing was learned about it. */
  answers?: number;
}

export interface SourceHit extends Omit<FactHit, 'lane' | 'fact'> {
  lane: 'verbatim';
  source: SourceRow;
}

export interface SearchRequest {
  query: string;
  /**
   * Words and phrases that the answer may use, besides those of the question. They find and rank, but cover nothing.
   */
  also?: readonly string[] | undefined;
  /** Sessions to read; at least one. Limited to the caller's scope and never widened here. */
  sessions: string[];
  limit: number;
  /** Only events up to this seq of that session count (checkout with a ref). */
  asOfSeq?: number;
  /** Facts valid at this instant instead of current ones, ISO 8601. */
  asOfTime?: string;
  /** Also return superseded facts (for `superseded_contexts_excluded`). */
  includeSuperseded?: boolean;
  /** How much each part of the score weighs. Default `balanced`. */
  scoring?: ScoringProfile;
  /** Let the reranker order the best rows again, if there is one. */
  rerank?: boolean;
  /** Show one text per event: its statement or its passage. Only with `rerank`. */
  oneRowPerEvent?: boolean;
}

/** Facts by subject, not by a question. */
export interface FactRequest {
  /** Limited to the caller's scope and never widened here. */
  sessions: string[];
  /** Entity types, such as `skill_version`. Default: all. */
  types?: string[];
  /** Full names. Default: all. */
  names?: string[];
  /** Of these events. Default: all. */
  seqs?: readonly number[];
  limit: number;
  asOfSeq?: number;
  /** Also closed versions. */
  includeSuperseded?: boolean;
  /**
   * The same rows as for the last such request, if none was added, ended or changed; only how often they were used may be
   * older. Read them only.
   */
  mayBeKept?: boolean;
}

/** All events by type and words, while a search returns the best. */
export interface EventRequest extends Pick<FactRequest, 'sessions' | 'limit' | 'asOfSeq'> {
  /** Event types. Default: all that may be returned as memory. */
  types?: string[];
  /** Each event must contain all of these words, analysed like a question. Empty: every event of the types. */
  containing: string;
}

/** One relation, with the event that asserted it. */
export interface EdgeRow extends OfEvent {
  source: { type: string; name: string };
  /** Label in the graph, such as `causal_caused`. */
  relation: string;
  target: { type: string; name: string };
  properties: JsonObject;
  validFrom: string;
  validTo: string | null;
  /** Edges between the start entity and the far end of this one, including this one. */
  pathLength: number;
}

/** Relations around entities, followed in one direction. */
export interface EdgeRequest {
  /** Limited to the caller's scope and never widened here. */
  sessions: string[];
  /** Start entities: by name in any case, and by type if given. */
  entities: { name: string; type?: string }[];
  /** `out`: what they lead to · `in`: what leads to them · `both`: one step each way. */
  direction: 'out' | 'in' | 'both';
  /** Also the plain relations that every event has. Default: only generated ones. */
  plain?: boolean;
  /** Labels to follow. Default: all. */
  relations?: readonly string[];
  /** 1 to 5. */
  depth: number;
  limit: number;
  asOfSeq?: number;
}

export interface ActiveName {
  type: string;
  name: string;
  salience?: Reinforcement;
}

/** The current names of a session: to estimate what the memory knows. */
export interface KnownNames {
  /** The words of all of them. */
  words: { has(word: string): boolean };
  /** Those that were used, by type and name. */
  marked: ActiveName[];
}

/** The time expression of a question, as understood. Instants are ISO 8601, UTC; an open side is null. */
export interface AskedTimeRow {
  /** Words of the question. */
  phrase: string;
  from: string | null;
  to: string | null;
  order: 'newest' | 'oldest' | null;
  as_of: string | null;
  /** Relative words are resolved from here. */
  newest_event: string;
  /** Named in words, and found. */
  event?: { relation: 'before' | 'after'; citation: string };
}

export interface SearchResult {
  facts: FactHit[];
  sources: SourceHit[];
  /** Content terms of the question after analysis, and how many documents contain each. */
  terms: { term: string; documentFrequency: number }[];
  /** Lanes that could not be used, with the reason: "nothing found" is not the same as "unavailable". */
  degraded: { lane: string; reason: string }[];
  /** Absent: the question has no time expression. */
  time?: AskedTimeRow;
  /** As on `Embedder`. Absent without vectors. */
  oddsOfRecord?: number;
}

/** A bounded item of the working set: a goal, decision, task, artifact, blocker or source anchor. */
export interface WorkingSetItem {
  kind: 'goal' | 'decision' | 'task' | 'artifact' | 'blocker' | 'source_anchor';
  content: string;
  status: string | null;
  citation: string;
  seq: number;
  timestamp: string;
  /** The least trusted channel it derives from. Absent: use the channel in the log. */
  channel?: Channel;
  /** Its recorded properties, for the files that it cites. */
  entityType?: string;
  entityName?: string;
  properties?: JsonObject;
}

export interface RecentEvent {
  seq: number;
  hash: string;
  type: string;
  actor: string;
  timestamp: string;
  summary: string;
  /** As on `WorkingSetItem`. */
  channel?: Channel;
  /** As on `SourceRow`. */
  endedAt?: string;
}

export interface SessionStats {
  session: string;
  cursor: Cursor | null;
  eventCount: number;
  factCount: number;
  /** Events that failed verification while following the log. None of their content is in the memory. */
  gaps: UnavailableEvent[];
  /** Seq of the newest event of each of these types, or null. */
  latest: Record<string, { seq: number; timestamp: string } | null>;
}
