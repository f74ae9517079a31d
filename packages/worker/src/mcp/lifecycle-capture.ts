import { isSessionId, REFS_SESSION } from '@hookloom/core';
import type { EventStore } from '@hookloom/core/events';
import { laterWrites, originOf, type Caller } from '../operations/context.ts';

/** One finished tool call. */
export interface FinishedCall {
  tool: string;
  status: 'succeeded' | 'failed';
  callId: string;
  args: Record<string, unknown>;
  /** Counts and states of the outcome, or `code: message`. */
  summary: string;
  caller: Caller;
  /** The session that the caller is bound to. The record goes nowhere else, whatever the arguments say. */
  session?: string | undefined;
}

export type LifecycleCapture = ReturnType<typeof createLifecycleCapture>;

const MAX_SUMMARY_CHARACTERS = 240;
const MAX_KEYS = 32;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Appends `tool.call.completed` after each call. `self: true` marks a call of this product: stored and replayable,
 * never recalled. Contains no argument values and no recalled text. Writes one after another, after the answers.
 */
export function createLifecycleCapture(store: EventStore, session: string) {
  const writes = laterWrites();
  return {
    /** Queues a record of the call. Returns at once and never fails. */
    record(call: FinishedCall) {
      writes.add(async () => {
        const target = await sessionOf(store, session, call);
        if (target === null) return;
        await store.append(
          target,
          [
            {
              type: 'tool.call.completed',
              actorId: 'zaxy',
              payload: {
                tool_name: KEY.test(call.tool) ? call.tool : 'unknown',
                status: call.status,
                session_id: target,
                call_id: call.callId,
                arguments_redacted: true,
                argument_keys: Object.keys(call.args)
                  .filter((key) => KEY.test(key))
                  .slice(0, MAX_KEYS)
                  .sort(),
                result_summary: call.summary.toWellFormed().slice(0, MAX_SUMMARY_CHARACTERS),
                source: 'mcp',
                self: true,
              },
              origin: { ...originOf(call.caller), channel: 'system' },
            },
          ],
          { durability: 'os' },
        );
      });
    },
    /** Resolves when all records have been written or dropped. */
    flush: (): Promise<void> => writes.flush(),
  };
}

/** The session of the call; null if it has no log. Recording a call never creates a log. */
async function sessionOf(
  store: EventStore,
  fallback: string,
  { args, session }: Pick<FinishedCall, 'args' | 'session'>,
): Promise<string | null> {
  if (session !== undefined)
    return session === fallback || (await store.head(session)) !== null ? session : null;
  const meant = args['session_id'] ?? args['thread'];
  if (typeof meant !== 'string' || !isSessionId(meant) || meant === REFS_SESSION) return fallback;
  return (await store.head(meant)) === null ? fallback : meant;
}
