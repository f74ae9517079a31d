/** A chosen context as data: each row with its reasons. */
import type { Layout } from './layout.ts';

export interface ExplainedContext {
  bytes: number;
  /** Bytes of the details that can be fetched by id. */
  reachable: number;
  withheld: Layout['withheld'];
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
  sessions,
  withheld,
  reachable,
}: Layout): ExplainedContext {
  return {
    bytes,
    reachable,
    withheld,
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
