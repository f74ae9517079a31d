/** A chosen context as data: each row with its reasons. */
import { renderCitation } from '@hookloom/core';
import { cueOf } from './statement-lines.ts';
import type { Layout } from './layout.ts';

export interface ExplainedContext {
  bytes: number;
  /** Bytes of the details that can be fetched by id. */
  reachable: number;
  withheld: Layout['withheld'];
  /** Valid statements, best first. */
  statements: {
    kind: string;
    text: string;
    citation: string;
    speaker: 'user' | 'assistant';
    /** How often it was repeated. */
    said: number;
    /** The words by which it was recognised. */
    cue: string;
    about_prompt: boolean;
  }[];
  notes: {
    id: number;
    type: string;
    title: string;
    channel: string;
    pinned: boolean;
    stale_files: string[];
    created_at_epoch: number;
    score: number;
    why: { reason: string; weight: number }[];
  }[];
  sessions: { id: number; request: string | null; created_at_epoch: number }[];
}

export function explained({
  bytes,
  shown,
  said = [],
  sessions,
  withheld,
  reachable,
}: Layout): ExplainedContext {
  return {
    bytes,
    reachable,
    withheld,
    statements: said.map(({ fact, isAsked }) => ({
      kind: fact.entityType,
      text: fact.content,
      citation: renderCitation(fact.session, fact.seq, fact.hash),
      speaker: fact.channel === 'user' ? 'user' : 'assistant',
      said: Number(fact.properties['said'] ?? 1),
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
