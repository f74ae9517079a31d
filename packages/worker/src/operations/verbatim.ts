import { HookloomError, renderCitation, type JsonObject } from '@hookloom/core';
import type { Memory } from '@hookloom/memory/memory';
import type { SourceHit } from '@hookloom/memory/rows';
import { z } from 'zod';
import {
  bareHash,
  DEFAULT_LIMIT,
  limit,
  parseRequest,
  query,
  readableSession,
  sessionId,
  type OperationContext,
} from './context.ts';

/** `memory_verbatim` (zaxy.md §3.2). */
export const verbatimRequest = z.strictObject({ query, session_id: sessionId, limit });
export type VerbatimRequest = z.input<typeof verbatimRequest>;

/** One chunk of the log as it was recorded. */
export interface VerbatimRow {
  content: string;
  source: 'verbatim';
  score: number;
  citation: string;
  source_kind: 'transcript' | 'document' | 'event' | 'packet_projection';
  score_explanation: Record<string, number>;
  metadata: JsonObject;
}

/** Exact source chunks from the log. Throws `unavailable` when the source index cannot be read. */
export async function verbatim(
  context: OperationContext,
  request: VerbatimRequest,
): Promise<VerbatimRow[]> {
  const parsed = parseRequest(verbatimRequest, request);
  const session = await readableSession(context, parsed);
  const memory = await openedMemory(context);
  const hits = await memory.searchSources({
    query: parsed.query,
    sessions: [session],
    limit: parsed.limit ?? DEFAULT_LIMIT,
  });
  return hits.map(verbatimRow);
}

/** The memory, or `unavailable`: an answer without it would read as "nothing found". */
export async function openedMemory(context: OperationContext): Promise<Memory> {
  const opened = await context.memory.open();
  if (opened.ok) return opened.memory;
  throw new HookloomError(
    'unavailable',
    `The memory could not be searched. ${opened.reason}`,
    'Nothing is lost: memory_append and memory_replay work. Delete the projections folder and try again.',
  );
}

/** @example verbatimRow(hit).citation === 'eventloom://demo-default/events/2#0464261d6ec0' */
export function verbatimRow({ source, score, parts }: SourceHit): VerbatimRow {
  return {
    content: source.content,
    source: 'verbatim',
    score,
    citation: renderCitation(source.session, source.seq, source.hash),
    source_kind: source.kind,
    score_explanation: parts,
    metadata: {
      ...source.metadata,
      event_seq: source.seq,
      event_hash: bareHash(source.hash),
      event_type: source.eventType,
      event_thread: source.session,
      event_timestamp: source.timestamp,
      actor: source.actor,
      channel: source.channel,
    },
  };
}
