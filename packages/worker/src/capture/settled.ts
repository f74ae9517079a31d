/**
 * What a session file knows about a command that its hook recorded first. Codex's hook has no exit code, so the log
 * records the call as `unknown`. The outcome from the file is appended as a separate event; the call is not recorded
 * again.
 */
import type { AppendResult, EventStore, UnsealedEvent } from '@hookloom/core/ports/event-store';

interface Place {
  session: string;
  store: EventStore;
}

/** For each repeated command in the appended batch whose outcome is not in the log: the event with the outcome. */
export async function settled(
  { session, store }: Place,
  events: readonly UnsealedEvent[],
  results: readonly (AppendResult | null)[],
): Promise<UnsealedEvent[]> {
  const late: UnsealedEvent[] = [];
  for (const [at, event] of events.entries()) {
    const result = results[at];
    if (result?.duplicate !== true || !isTelling(event)) continue;
    const known = await store.at(session, result.seq);
    if (known === null || known.shredded !== null || known.payload['outcome'] !== 'unknown')
      continue;
    // An outcome that the same file left open is not new.
    if (known.payload['capture'] !== undefined) continue;
    late.push(settles(event, result));
  }
  return late;
}

function isTelling({ type, payload, origin }: UnsealedEvent): boolean {
  return (
    type === 'command.completed' &&
    origin.client === 'codex' &&
    typeof payload['exit_code'] === 'number' &&
    typeof payload['tool_use_id'] === 'string'
  );
}

function settles(event: UnsealedEvent, { seq, id }: AppendResult): UnsealedEvent {
  const { payload, delivery } = event;
  return {
    ...event,
    type: 'tool.call.settled',
    causedBy: [id],
    payload: {
      ...payload,
      tool_name: event.origin.tool ?? 'Bash',
      call_id: payload['tool_use_id']!,
      status: payload['exit_code'] === 0 ? 'ok' : 'error',
      settles_seq: seq,
    },
    ...(delivery !== undefined && {
      delivery: { scope: delivery.scope, key: `${delivery.key}:settled` },
    }),
  };
}
