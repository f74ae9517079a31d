import { byOperation } from '@hookloom/core/events';
import { conflict, invalidRequest, renderCitation } from '@hookloom/core';
import { z } from 'zod';
import { assembleFor } from './context-assemble.ts';
import {
  limit,
  operation,
  originOf,
  query,
  readableSession,
  resolveSession,
  type OperationContext,
} from './context.ts';
import { createHandoff } from './handoff.ts';

const session = z.string().min(1).max(128);

/** `subagent_cleanup`. */
export const subagentCleanupRequest = z.strictObject({
  parent_session_id: session,
  subagent_session_id: session,
  summary: z
    .string()
    .min(1)
    .max(65_536)
    .refine((text) => text.trim() !== '', 'must contain more than white space'),
  query: query.optional(),
  limit,
});

const DEFAULT_QUERY = 'subagent handoff';

/**
 * Closes a subagent's session with its handoff, and returns it with the assembled context of the session. Writes both events to the subagent's log in one batch. Throws
 * `conflict`, without writing, if the session has ended and no event followed.
 */
export const subagentCleanup = operation(
  subagentCleanupRequest,
  async (context, parsed, caller) => {
    const { parent_session_id, subagent_session_id, summary } = parsed;
    const parent = await readableSession(context, { session_id: parent_session_id });
    const subagent = resolveSession(context, { session_id: subagent_session_id });
    if (parent === subagent)
      throw invalidRequest(
        'parent_session_id and subagent_session_id name the same session.',
        'Name the session of the subagent.',
      );
    await assertOpen(context, subagent);
    const integrity = await context.store.verify(subagent, { incremental: true });
    const handoff = createHandoff();
    for await (const event of context.store.read(subagent)) handoff.add(event);
    const payload = { parent_session_id: parent, subagent_session_id: subagent, summary };
    const types = ['subagent.cleaned', 'subagent.completed'];
    const results = await context.store.append(
      subagent,
      types.map((type) =>
        byOperation({ type, actorId: 'zaxy', payload, origin: originOf(caller) }),
      ),
      { durability: 'fsync' },
    );
    const { goals, open_tasks, last_actor } = handoff.result();
    const assembled = await assembleFor(context, {
      query: parsed.query ?? DEFAULT_QUERY,
      session: subagent,
      limit: parsed.limit,
      without: { session: subagent, fromSeq: results[0]!.seq },
    });
    const { ok, total_events, broken_at_seq, broken_reason } = integrity;
    return {
      ...assembled,
      parent_session_id: parent,
      subagent_session_id: subagent,
      summary,
      handoff: { goals, open_tasks, last_actor },
      integrity_ok: ok,
      integrity: { total_events, broken_at_seq, broken_reason },
      events: results.map(({ seq, hash }, at) => ({
        event_type: types[at]!,
        seq,
        hash: hash.slice('sha256:'.length),
        citation: renderCitation(subagent, seq, hash),
      })),
    };
  },
);

/** An end is only written again after another event. */
async function assertOpen({ store }: OperationContext, subagent: string): Promise<void> {
  const head = await store.head(subagent);
  const last = head === null ? null : await store.at(subagent, head.seq);
  if (last?.type !== 'subagent.completed' || last.payload['subagent_session_id'] !== subagent)
    return;
  throw conflict(
    `Session ${subagent} was closed already by event ${last.seq}, and nothing was recorded in it since.`,
    'Read the handoff with memory_checkout and that session_id.',
  );
}
