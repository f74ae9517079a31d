/** The results of the newest runs of the user's hooks. */
import { renderCitation, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';

export type HookRun = ReturnType<typeof hookRun>;

/** Outcomes for which the hook is to blame (`OutcomeReason` of the engine). */
const FAILED = new Set(['timed_out', 'killed', 'not_started', 'unreadable', 'http_error']);

export function hookRun(event: StoredEvent) {
  const { payload } = event;
  const text = (key: string): string =>
    typeof payload[key] === 'string' ? payload[key].slice(0, 300) : '';
  const ms = payload['duration_ms'];
  const losses = payload['losses'];
  return {
    seq: event.seq,
    time: event.timestamp,
    citation: renderCitation(event.threadId, event.seq, event.hash),
    handler: text('handler'),
    file: text('file'),
    event: text('native_event') || text('hook_event') || text('event_type'),
    client: event.origin?.client ?? null,
    tool: text('tool_name') || null,
    outcome: text('outcome'),
    decision: text('decision'),
    duration_ms: typeof ms === 'number' ? ms : 0,
    failed: FAILED.has(text('outcome')),
    notes: text('notes'),
    losses: Array.isArray(losses)
      ? (losses as JsonObject[]).slice(0, 20).map((loss) => ({
          field: word(loss?.['field']),
          survival: word(loss?.['survival']),
          note: word(loss?.['note']),
        }))
      : [],
  };
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : '';
}

export function hookFigures(runs: readonly HookRun[]) {
  const times = runs.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b);
  const at = (share: number): number | null =>
    times.length === 0
      ? null
      : times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    runs: runs.length,
    failed: runs.filter(({ failed }) => failed).length,
    denied: runs.filter(({ decision }) => decision === 'deny').length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    /** The slowest run, because a percentile of a few runs means nothing. */
    slowest_ms: times.at(-1) ?? null,
  };
}
