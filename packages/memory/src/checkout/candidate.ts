import { kindsIn, PRODUCT_KINDS } from '../search/related-words.ts';
import { isSharedSession, type JsonObject } from '@hookloom/core';
import type { Authority, FactHit, FactRow, Lane, OfEvent, SourceHit } from '../rows.ts';
import type { Reinforcement } from '../salience/salience.ts';
import { partText } from '../taint/repeated-parts.ts';
import { cleanText, showName } from '../shown/clean-text.ts';
import type { Quoted } from '../extract/extracted.ts';
import { coverageOf, termsIn, type Question } from '../question/question.ts';
import { repeatsQuestion, statedPart } from '../question/stated-part.ts';

/** A row of either lane, cleaned and weighed against the question. */
export interface Candidate extends OfEvent {
  lane: Lane;
  /** `session/seq`: identifies one event, whichever lane found it. */
  key: string;
  entityName: string | null;
  entityType: string | null;
  /** The recorded text, unchanged, for the detection of hidden characters. Never shown. */
  recorded: string;
  /** The texts of the projection that it shows, to compare with the log. */
  quoted: readonly Quoted[];
  /** The recorded text without control and hidden characters. Newlines stay. */
  content: string;
  properties: JsonObject;
  actor: string;
  authority: Authority;
  /** ISO 8601: start of the validity window, or when the event was recorded. */
  validFrom: string;
  validTo: string | null;
  supersededBy: FactRow['supersededBy'];
  sourceKind: string | null;
  score: number;
  parts: Record<string, number>;
  /** Cosine of the row and the question, 0 without vectors. */
  similarity: number;
  /** As on `FactHit`. */
  answers: number | undefined;
  salience?: Reinforcement;
  importance?: number;
  reinforcementCount?: number;
  /** Indexes of the question's terms that the row contains. */
  terms: ReadonlySet<number>;
  /** Weighted share of the question that the row covers, 0 to 1. */
  coverage: number;
}

export function fromFact(
  { fact, score, parts, similarity = 0, answers }: FactHit,
  question: Question,
): Candidate {
  const subject = `${fact.entityName}\n${fact.content}`;
  return {
    lane: 'graph',
    ...placed(fact),
    entityName: fact.entityName,
    entityType: fact.entityType,
    recorded: subject,
    quoted: [{ name: fact.entityName, content: fact.content }],
    content: cleanText(fact.content),
    properties: fact.properties,
    authority: fact.authority,
    validFrom: fact.validFrom,
    validTo: fact.validTo,
    supersededBy: fact.supersededBy,
    sourceKind: null,
    importance: fact.importance,
    reinforcementCount: fact.reinforcementCount,
    ...(fact.salience !== undefined && { salience: fact.salience }),
    score,
    parts,
    similarity,
    answers,
    ...weighed(
      fact.entityType === 'transcript_turn' ? fact.content : subject,
      [fact.entityType, ...texts(fact.properties)],
      fact,
      fact.entityType === 'transcript_turn',
      question,
    ),
  };
}

/** A turn that repeats outside text becomes two rows: one for its own statements, one for the repeated text. */
export function fromSource(hit: SourceHit, question: Question): Candidate[] {
  const { source } = hit;
  const quoted = [{ content: source.content }];
  if (source.repeats === undefined || source.kind !== 'transcript')
    return [sourceCandidate(hit, question, quoted)];
  const { said, repeated } = partText(source.content, source.repeats);
  const row = {
    ...hit,
    source: { ...source, content: repeated === '' ? source.content : repeated },
  };
  const reported = sourceCandidate(row, question, quoted);
  if (repeated === '' || !/[\p{L}\p{N}]{3}/u.test(said.replace(/^[\w-]{1,40}:/, '')))
    return [reported];
  const own = { ...source, content: said, channel: source.repeats.own };
  const rest = sourceCandidate({ ...hit, source: own }, question, quoted);
  return [{ ...rest, key: `${rest.key}/said` }, reported];
}

function sourceCandidate(
  { source, score, parts, similarity = 0, answers }: SourceHit,
  question: Question,
  quoted: readonly Quoted[],
): Candidate {
  // A statement that no longer holds is not an answer, but other statements of the same turn may be.
  const holding = (source.ended ?? []).reduce(
    (text, ended) => text.replace(ended, ' '),
    source.content,
  );
  return {
    lane: 'verbatim',
    ...placed(source),
    entityName: null,
    entityType: null,
    recorded: source.content,
    quoted,
    content: cleanText(holding),
    properties: source.metadata,
    authority: 'observed',
    validFrom: source.timestamp,
    validTo: null,
    supersededBy: null,
    sourceKind: source.kind,
    ...(source.salience !== undefined && { salience: source.salience }),
    score,
    parts,
    similarity,
    answers,
    ...weighed(holding, texts(source.metadata), source, source.kind === 'transcript', question),
  };
}

type Placed = OfEvent & { actor: string };

function placed(row: Placed): Placed & { key: string } {
  const { session, seq, hash, eventType, actor, channel } = row;
  return { session, seq, hash, key: `${session}/${seq}`, eventType, actor, channel };
}

function weighed(
  recorded: string,
  more: string[],
  row: Placed,
  isTurn: boolean,
  question: Question,
): Pick<Candidate, 'terms' | 'coverage'> {
  const text = cleanText(recorded);
  const stated = isTurn ? statedPart(text) : text;
  if (isTurn && row.channel === 'user' && repeatsQuestion(stated, question))
    return { terms: new Set(), coverage: 0 };
  // The text around a turn only describes the turn.
  const around = isTurn ? [] : [row.eventType, row.actor, ...more];
  const terms = termsIn(question, [stated, ...around].join('\n'));
  for (const index of termsOfNamedKinds(question, stated)) terms.add(index);
  return { terms, coverage: coverageOf(question, terms) };
}

const KIND_WORDS = PRODUCT_KINDS.flatMap(({ names }) => names)
  .map((name) => name.slice(name.lastIndexOf(' ') + 1))
  .join('\n');
const asksForKind = new WeakMap<Question, boolean>();

/** "Which database do we use?": the row names PostgreSQL, and PostgreSQL is a database. */
export function termsOfNamedKinds(question: Question, text: string): number[] {
  // Most questions name no kind, so rows are not searched for products.
  let isAsked = asksForKind.get(question);
  if (isAsked === undefined) {
    isAsked = termsIn(question, KIND_WORDS).size > 0;
    asksForKind.set(question, isAsked);
  }
  if (!isAsked) return [];
  const names = kindsIn(text)
    .filter((kind) => PRODUCT_KINDS.includes(kind))
    .flatMap((kind) => kind.names);
  // A "deployment tool for Kubernetes" is a tool and not Kubernetes, so the last word is the kind.
  return names
    .filter((name) => termsIn(question, name.slice(name.lastIndexOf(' ') + 1)).size > 0)
    .flatMap((name) => [...termsIn(question, name)]);
}

const MAX_PROPERTY_CHARS = 400;

/** Short texts among the properties. They may contain what the sentence of the row omits. */
export function texts(properties: JsonObject): string[] {
  const found: string[] = [];
  for (const value of Object.values(properties)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' && each.length <= MAX_PROPERTY_CHARS) found.push(each);
    }
  }
  return found;
}

/** The writer of a team that shared the row; null for a row of this memory. */
export function authorOf({ session, actor }: Pick<Candidate, 'session' | 'actor'>): string | null {
  return isSharedSession(session) ? showName(actor) : null;
}
