/** A chosen context as data: each row with its reasons. */
import { renderCitation } from '@hookloom/core';
import { cueOf } from './statement-lines.ts';
import type { Layout } from './layout.ts';

export type ExplainedContext = ReturnType<typeof explained>;

export function explained({ bytes, shown, said = [], sessions, withheld, reachable }: Layout) {
  return {
    bytes,
    /** Bytes of the details that can be fetched by id. */
    reachable,
    withheld,
    /** Valid statements, best first. */
    statements: said.map(({ fact, isAsked }) => ({
      kind: fact.entityType,
      text: fact.content,
      citation: renderCitation(fact.session, fact.seq, fact.hash),
      speaker: fact.channel === 'user' ? 'user' : 'assistant',
      /** How often it was repeated. */
      said: Number(fact.properties['said'] ?? 1),
      /** The words by which it was recognised. */
      cue: cueOf(fact.properties),
      about_prompt: isAsked,
    })),
    notes: shown.map(({ id, row, score, why, stale = [] }) => ({
      id,
      type: row.type,
      title: row.title,
      channel: row.channel,
      pinned: row.pinned,
      stale_files: [...stale],
      created_at_epoch: row.created_at_epoch,
      score: Math.round(score * 1000) / 1000,
      why,
    })),
    sessions: sessions.map(({ id, row }) => ({
      id,
      request: row.request,
      created_at_epoch: row.created_at_epoch,
    })),
  };
}
