import { REFS_SESSION, isSessionId, type EventStore } from '@hookloom/core';
import { originOf, type Caller } from '../operations/context.ts';

/** One finished tool call. */
export interface FinishedCall {
  tool: string;
  status: 'succeeded' | 'failed';
  callId: string;
  args: Record<string, unknown>;
  /** Counts and states of the outcome, or `code: message`. */
  summary: string;
  caller: Caller;
}

export interface LifecycleCapture {
  /** Notes the call; returns at once and never fails. */
  record(call: FinishedCall): void;
  /** Resolves when everything noted has been written or given up. */
  flush(): Promise<void>;
}

const MAX_SUMMARY_CHARACTERS = 240;
const MAX_KEYS = 32;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Appends `tool.call.completed` after each call. `self: true` marks a call on this
 * product: kept and replayable, never recalled. Argument values are not in it, nor is recalled text. Writes one after
 * another behind the answers.
 */
export function createLifecycleCapture(store: EventStore, session: string): LifecycleCapture {
  let last: Promise<unknown> = Promise.resolve();
  const later = (write: () => Promise<unknown>): void => {
    last = last.then(write).catch(() => {});
  };
  return {
    record(call) {
      later(async () => {
        const target = await sessionOf(store, session, call.args);
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
    flush: async () => {
      await last;
    },
  };
}

/** The session that was meant, when it has a log; a record of a call never starts a log of its own. */
async function sessionOf(
  store: EventStore,
  fallback: string,
  args: Record<string, unknown>,
): Promise<string> {
  const meant = args['session_id'] ?? args['thread'];
  if (typeof meant !== 'string' || !isSessionId(meant) || meant === REFS_SESSION) return fallback;
  return (await store.head(meant)) === null ? fallback : meant;
}
