/** The recorded evidence for and against a claim, weighed by who said or verified it. */
import { isUntrusted } from '../channels.ts';
import type { MemoryReads } from '../memory.ts';
import type { FactRow, OfEvent, SearchResult, SourceRow } from '../rows.ts';
import { meaningOf } from '../statements/meaning.ts';
import { plainSentences } from '../statements/plain-sentences.ts';
import { statementKey } from '../statements/review.ts';
import { METACOGNITION_FACT_TYPES } from './open-items.ts';
import { stancesOn, type Stance } from './stance.ts';

export interface ClaimEvidence extends OfEvent {
  stance: Stance;
  weight: number;
  /** The sentence that decides. */
  text: string;
}

const CANDIDATES = 60;
const MAX_CLOSED = 2000;
/** Events that never count as evidence: generated, or our own. */
const OWN =
  /^(?:consolidation|belief|metacognition|reasoning|memory\.(?:synthesis|evidence|checkout|feedback|reinforce)|skill|causal|inference|coordination|note|session\.summarized|context)\b/;
const OWN_TYPES = new Set<string>(METACOGNITION_FACT_TYPES);
const ROLE = /^[\w-]{1,40}: /;

/** Reads only what is valid. Superseded, expired, generated and rejected rows never count. */
export async function weighClaim(
  memory: Pick<MemoryReads, 'search' | 'facts'>,
  { claim, session, nowMs }: { claim: string; session: string; nowMs: number },
) {
  const sessions = [session];
  const found = await memory.search({ query: claim, sessions, limit: CANDIDATES });
  const seqs = [...new Set([...found.facts.map(({ fact }) => fact.seq), ...sourcesOf(found)])];
  const told =
    seqs.length === 0
      ? []
      : await memory.facts({ sessions, seqs, limit: MAX_CLOSED, includeSuperseded: true });
  const ended = new Map<number, string[]>();
  for (const { seq, content } of told.filter((row) => isOver(row, nowMs)))
    ended.set(seq, [...(ended.get(seq) ?? []), statementKey(content)]);
  const strongestIn = stancesOn(meaningOf(claim));
  const byEvent = new Map<string, ClaimEvidence>();
  for (const row of textsOf(found, nowMs)) {
    const key = `${row.session}/${row.seq}`;
    if (byEvent.has(key)) continue;
    const over = ended.get(row.seq);
    const best = strongestIn(
      over === undefined
        ? row.sentences
        : row.sentences.filter((text) => !over.includes(statementKey(text))),
    );
    if (best === null) continue;
    const weight = weightOf(row);
    const { session: of, seq, hash, channel, eventType } = row;
    const { stance, sentence: text } = best;
    byEvent.set(key, { session: of, seq, hash, channel, eventType, stance, weight, text });
  }
  /** Heaviest first. */
  const evidence = [...byEvent.values()].toSorted((a, b) => b.weight - a.weight || b.seq - a.seq);
  const sum = (stance: Stance): number =>
    evidence.reduce((total, each) => total + (each.stance === stance ? each.weight : 0), 0);
  const [support, conflict] = [sum('supports'), sum('conflicts')];
  const share = support + conflict === 0 ? 0 : support / (support + conflict);
  return {
    /** Share of the weight that supports the claim, two decimals; 0 without evidence. */
    confidence: Math.round(share * 100) / 100,
    evidence,
  };
}

interface Told extends Pick<SourceRow, 'session' | 'seq' | 'hash' | 'channel' | 'eventType'> {
  sentences: string[];
}

function sourcesOf({ sources }: SearchResult): number[] {
  return sources.map(({ source }) => source.seq);
}

function textsOf({ facts, sources }: SearchResult, nowMs: number): Told[] {
  return [
    ...facts
      .map(({ fact }) => fact)
      .filter((fact) => !isOver(fact, nowMs) && isEvidence(fact))
      .map(({ content, ...fact }) => ({
        ...fact,
        sentences: [content, ...plainSentences(content)],
      })),
    ...sources
      .map(({ source }) => source)
      .filter(({ eventType, endedAt }) => endedAt === undefined && !OWN.test(eventType))
      .map(({ content, ...source }) => ({
        ...source,
        sentences: plainSentences(content.replace(ROLE, '')),
      })),
  ];
}

function isEvidence({ eventType, entityType, authority }: FactRow): boolean {
  const isGenerated = authority === 'non_authoritative' || authority === 'imported';
  // A person's promotion makes it a fact.
  if (eventType.endsWith('.promoted')) return authority === 'accepted';
  return !isGenerated && !OWN.test(eventType) && !OWN_TYPES.has(entityType);
}

function isOver({ validTo, properties }: FactRow, nowMs: number): boolean {
  const expires = properties['expires_at'];
  return validTo !== null || (typeof expires === 'string' && Date.parse(expires) <= nowMs);
}

/** A person or a check that ran counts 1, an agent 0.5, anything reported 0.25. */
function weightOf({ channel, eventType }: Pick<Told, 'channel' | 'eventType'>): number {
  if (channel === 'user') return 1;
  if (eventType === 'verification.recorded' && channel === 'system') return 1;
  return isUntrusted(channel) || channel === 'file' ? 0.25 : 0.5;
}
