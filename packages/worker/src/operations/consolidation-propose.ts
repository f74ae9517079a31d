/** Proposes candidates from windows of recent work in the log. Uses no model. */
import type { Channel, StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import {
  isActionable,
  lessTrusted,
  proposalsOf,
  readProposals,
  segmentsOf,
} from '@hookloom/memory';
import { foldText, textOfEvent } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import { actorName, candidateEvent, type NewCandidate } from './consolidation.ts';
import {
  bareHash,
  operation,
  readableSession,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { withheldIn } from './source-events.ts';
import { openedMemory } from '../memory-access.ts';

/** `memory_consolidation_propose_from_log`. */
export const proposeFromLogRequest = z.strictObject({
  session_id: sessionId,
  actor: actorName,
  purpose: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).optional(),
  max_events: z.int().min(1).max(100_000).optional(),
  window_size: z.int().min(1).max(200).optional(),
});

const DEFAULT_EVENTS = 2000;
const DEFAULT_WINDOW = 5;
const DEFAULT_CANDIDATES = 20;
const MAX_TITLE = 200;

/** Newest windows first. The same log gives the same candidates, and each is recorded once. */
export const proposeFromLog = operation(proposeFromLogRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const head = await context.store.head(session);
  const fromSeq = Math.max(1, (head?.seq ?? 0) - (parsed.max_events ?? DEFAULT_EVENTS) + 1);
  const isHeld = await withheldIn(context, [session]);
  const events: { event: StoredEvent; text: string }[] = [];
  if (head !== null)
    for await (const event of context.store.read(session, { fromSeq, toSeq: head.seq })) {
      if (!isActionable(event) || isHeld(session, event)) continue;
      events.push({ event, text: firstLine(textOfEvent(event)) });
    }
  const segments = segmentsOf(events, parsed.window_size ?? DEFAULT_WINDOW);
  const proposed = segments
    .toReversed()
    .flatMap((segment) => proposalsOf(segment))
    .map(({ events: of, ...each }) => ({
      candidate: {
        ...each,
        title: each.title.slice(0, MAX_TITLE),
        source_events: of.map(({ seq, hash }) => ({ seq, hash: bareHash(hash) })),
        purpose: parsed.purpose,
      },
      channel: channelOf(of),
    }));
  const { added, deduped } = await recordNew(context, session, proposed, {
    caller,
    actor: parsed.actor,
    limit: parsed.limit ?? DEFAULT_CANDIDATES,
  });
  return {
    session_id: session,
    segment_count: segments.length,
    candidate_count: added.length,
    deduped_count: deduped,
    candidates: added.map(({ candidate, ...place }) => ({
      ...place,
      candidate_type: candidate.candidate_type,
      title: candidate.title,
      source_events: candidate.source_events,
    })),
    authority_status: 'non_authoritative',
  };
});

export interface Proposed<C extends NewCandidate> {
  candidate: C;
  channel: Channel;
}

interface Recording {
  caller: Caller;
  actor: string | undefined;
  /** The maximum number of new candidates. */
  limit: number;
}

/** Records the new ones in one atomic batch. */
export async function recordNew<C extends NewCandidate>(
  context: OperationContext,
  session: string,
  proposed: readonly Proposed<C>[],
  { caller, actor, limit }: Recording,
) {
  const memory = await openedMemory(context);
  return appendAtHead(context, session, async (seq) => {
    const before = seq === 0 ? [] : await readProposals(memory, [session], seq);
    const known = new Set(before.flatMap(({ id, steps }) => [id, ...keyOf(steps)]));
    const fresh: { candidate: C; event: UnsealedEvent; candidate_id: string }[] = [];
    let deduped = 0;
    for (const { candidate, channel } of proposed) {
      if (fresh.length >= limit) break;
      const { event, candidate_id } = candidateEvent(candidate, caller, actor);
      const keys = [candidate_id, ...keyOf(candidate.steps)];
      if (keys.some((key) => known.has(key))) {
        deduped++;
        continue;
      }
      for (const key of keys) known.add(key);
      const origin = { ...event.origin, channel: lessTrusted(event.origin.channel, channel) };
      fresh.push({ candidate, candidate_id, event: { ...event, origin } });
    }
    return {
      events: fresh.map(({ event }) => event),
      answer: (placed) => ({
        added: fresh.map(({ candidate, candidate_id }, at) => ({
          candidate_id,
          ...placed[at]!,
          candidate,
        })),
        deduped,
      }),
    };
  });
}

/** The same steps are the same procedure, whatever sessions they come from. */
const keyOf = (steps: readonly string[] = []): string[] =>
  steps.length === 0 ? [] : [steps.join('\n')];

function channelOf(events: readonly StoredEvent[]): Channel {
  return events
    .map(({ origin }): Channel => origin?.channel ?? 'tool')
    .reduce((least, channel) => lessTrusted(least, channel));
}

const LINE_CHARS = 120;

function firstLine(text: string): string {
  const line = foldText(text.split('\n', 1)[0] ?? '').trim();
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS - 1).toWellFormed()}…`;
}
