import { invalidRequest } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { toRecord, type EventRecord } from '@hookloom/log';
import { z } from 'zod';
import { RECENTLY_VERIFIED, readOperation, readableSession } from './context.ts';

/** Maximum number of events per answer. */
export const MAX_REPLAY_EVENTS = 1000;

/** An event of an older log has no channel. */
const UNNAMED: Channel = 'tool';

/** `memory_replay`. `to_seq` and `limit` narrow the window. */
export const replayRequest = z.strictObject({
  session_id: z.string().min(1).max(128),
  from_seq: z.int().min(1).optional(),
  to_seq: z.int().min(1).optional(),
  limit: z.int().min(1).max(MAX_REPLAY_EVENTS).optional(),
});
export type ReplayRequest = z.input<typeof replayRequest>;

/** The recorded event, labelled as data whatever its source. */
export interface ReplayedEvent extends EventRecord {
  /** Its channel. `tool` if an older writer recorded none. */
  channel: Channel;
  trust: 'recorded_data';
}

export interface ReplayAnswer {
  integrity: {
    ok: boolean;
    total_events: number;
    broken_at_seq: number | null;
    broken_reason: string | null;
    detail: string | null;
  };
  events: ReplayedEvent[];
  /** The window has more events. */
  truncated: boolean;
  /** Where to continue if truncated. */
  next_from_seq: number | null;
}

/** The events of a window, and whether the whole log verifies. A broken log is a result, not an error. */
export const replay = readOperation(
  replayRequest,
  async (context, request): Promise<ReplayAnswer> => {
    const { from_seq = 1, to_seq, limit = MAX_REPLAY_EVENTS, ...scope } = request;
    if (to_seq !== undefined && to_seq < from_seq)
      throw invalidRequest('to_seq is before from_seq.', 'Send a window that is not empty.');
    const session = await readableSession(context, scope);
    const report = await context.store.verify(session, RECENTLY_VERIFIED);
    const events: ReplayedEvent[] = [];
    const window = {
      fromSeq: from_seq,
      limit: limit + 1,
      ...(to_seq !== undefined && { toSeq: to_seq }),
    };
    for await (const event of context.store.read(session, window)) {
      const channel = event.origin?.channel ?? UNNAMED;
      events.push({ ...toRecord(event), channel, trust: 'recorded_data' });
    }
    const next = events[limit];
    const { ok, total_events, broken_at_seq, broken_reason, detail } = report;
    return {
      integrity: { ok, total_events, broken_at_seq, broken_reason, detail },
      events: events.slice(0, limit),
      truncated: next !== undefined,
      next_from_seq: next?.seq ?? null,
    };
  },
);
