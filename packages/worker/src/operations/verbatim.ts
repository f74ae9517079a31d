import { renderCitation, type JsonObject } from '@hookloom/core';
import { readDecisions, type QuarantineDecisions, type SourceHit } from '@hookloom/memory';
import { showName, showText, showValues, textsIn, type ShownText } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { openedReads } from '../memory-access.ts';
import { verifiedRows } from '../unavailable-events.ts';
import { sessionsOf } from './notices.ts';
import {
  DEFAULT_LIMIT,
  bareHash,
  limit,
  readOperation,
  query,
  readableSession,
  sessionId,
} from './context.ts';

/** `memory_verbatim`. */
export const verbatimRequest = z.strictObject({ query, session_id: sessionId, limit });
export type VerbatimRequest = z.input<typeof verbatimRequest>;

/** One chunk of the log as recorded, without hidden characters. */
export interface VerbatimRow {
  /** Between marks that it cannot contain if its channel is not trusted; our own sentence if it is withheld. */
  content: string;
  source: 'verbatim';
  score: number;
  citation: string;
  source_kind: 'transcript' | 'document' | 'event' | 'packet_projection';
  score_explanation: Record<string, number>;
  metadata: JsonObject;
  withheld?: NonNullable<ShownText['withheld']>;
}

/** Exact source chunks from the log. Throws `unavailable` if the source index cannot be read. */
export const verbatim = readOperation(verbatimRequest, async (context, parsed) => {
  const session = await readableSession(context, parsed);
  const sessions = sessionsOf(context, session);
  const memory = await openedReads(context, sessions);
  const hits = await memory.searchSources({
    query: parsed.query,
    sessions,
    limit: parsed.limit ?? DEFAULT_LIMIT,
  });
  const decisions = await readDecisions(memory, sessions);
  const held = await verifiedRows(context.store, hits, ({ source }) => source, {
    of: ({ source }) => [{ content: source.content }],
    isQuoted: memory.isQuoted,
  });
  return held.map((hit) => verbatimRow(hit, decisions));
});

/** @example verbatimRow(hit, decisions).citation === 'eventloom://demo-default/events/2#0464261d6ec0' */
export function verbatimRow(
  { source, score, parts }: SourceHit,
  decisions: QuarantineDecisions,
): VerbatimRow {
  const { session, seq, hash, channel, metadata } = source;
  const text = `${source.content}\n${textsIn(metadata)}`;
  const shown = showText({ session, seq, hash, channel, text }, source.content, decisions);
  return {
    content: shown.content,
    source: 'verbatim',
    score,
    citation: renderCitation(session, seq, hash),
    source_kind: source.kind,
    score_explanation: parts,
    metadata: {
      ...(shown.withheld === null && showValues(metadata, shown.reported)),
      event_seq: seq,
      event_hash: bareHash(hash),
      event_type: source.eventType,
      event_thread: session,
      event_timestamp: source.timestamp,
      actor: showName(source.actor),
      channel,
      ...(shown.reported && { trust: 'reported' }),
    },
    ...(shown.withheld !== null && { withheld: shown.withheld }),
  };
}
