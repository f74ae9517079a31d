/** An incomplete delivery: reports that it is lost, and refuses if a critical guard may cover it. */
import { LINE_CHARS, newDraft, putName, putText, type ObservedHook } from '@hookloom/core/hook';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool } from '@hookloom/log/append';
import { handlersKnown, MAX_PAYLOAD_BYTES, namesIn, type Delivery } from './delivery.ts';
import { answerWithinMs } from '../clients/hook-seconds.ts';
import { CLIENTS } from '../clients/index.ts';
import { indexFile, OUTSIDE, type HandlersKnown } from '../engine/handler-index.ts';
import { handlerWaitMs } from '../engine/handler-wait.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { askEngine } from './answer-hook.ts';
import type { Input, NeededInput } from './input.ts';
import { noteLoss } from '../losses/note-loss.ts';
import { refuseUnchecked } from './refuse-unchecked.ts';

/** Used if the timeouts of the handlers cannot be remembered. */
const USUAL_WAIT_MS = 60_000;

/**
 * How long to wait for the rest of a payload: as long as the handlers of the event may run. In any case, a refusal is
 * written before the client ends the hook.
 *
 * @param fields What is known about the event from the part that has arrived.
 */
export async function neededFor(
  delivery: Delivery,
  fields: Record<string, unknown>,
): Promise<NeededInput> {
  const names = namesIn(delivery, fields);
  if ((await knownFor(delivery, names)) === 'none') return { idleMs: 0, totalMs: 0 };
  const { client, projectDir, target, env } = delivery;
  const folder = target === null ? OUTSIDE : projectDir;
  const idleMs = handlerWaitMs(indexFile(stateDirPath(env), client, folder, env), names);
  const { seconds } = CLIENTS[client];
  const allowed = ['', ...names].map((name) => answerWithinMs(seconds, name));
  const totalMs = Math.min(...allowed) - process.uptime() * 1_000;
  return { idleMs: idleMs ?? USUAL_WAIT_MS, totalMs };
}

/**
 * Reports the loss, refuses a call that a critical guard should have seen, and calls `exit` with the status for the
 * client.
 *
 * @param input The received bytes; they could not be read as a payload.
 * @param mark The recorded mark.
 */
export async function reportLostInput(
  delivery: Delivery,
  input: Input,
  mark: ObservedHook | undefined,
  exit: (status: number) => void,
): Promise<void> {
  const { client, target, deadline } = delivery;
  const seen = mark?.events[0]!.payload ?? input.fields ?? {};
  const names = namesIn(delivery, seen);
  const isGuarded = (await knownFor(delivery, names)) === 'guarded';
  const detail = whatHappened(input, seen['reason']);
  const { exit: status, isRefused } = isGuarded
    ? refuseUnchecked(detail)
    : { exit: 0, isRefused: false };
  if (target !== null && (input.size === 0 || isGuarded)) {
    const draft = newDraft({ kind: 'input_lost', refused: isRefused, source: client });
    if (isGuarded) draft.payload['critical'] = true;
    putName(draft, 'native_event', names[0]);
    for (const key of ['session_id', 'tool_name', 'tool_use_id']) putName(draft, key, seen[key]);
    putText(draft, 'detail', detail, LINE_CHARS);
    const session = mark === undefined ? {} : { session_id: mark.sessionId };
    const event: UnsealedEvent = {
      type: 'hook.guard.reported',
      actorId: 'zaxy-hook',
      payload: draft.payload,
      redactedPaths: draft.redactedPaths,
      origin: { channel: 'system', client, ...session },
    };
    try {
      const outcome = appendOrSpool({ ...target, events: [event], deadline: deadline.appendBy() });
      if (outcome.kind === 'lost')
        noteLoss(target, outcome.reason, { events: 1, nowMs: Date.now() });
    } catch {
      // A log that may not be written to does not stop a guard from refusing.
    }
  }
  exit(status);
}

/**
 * The known handlers for the event, or for any event if it is unknown. If nothing is known yet, the engine handles an
 * event without handlers: it reads and remembers every file that may contain hooks.
 */
async function knownFor(delivery: Delivery, names: readonly string[]): Promise<HandlersKnown> {
  const known = handlersKnown(delivery, names);
  if (known !== 'some') return known;
  try {
    await askEngine({ ...delivery, payload: {}, bytes: Buffer.from('{}') });
  } catch {
    // Only the earlier knowledge is available.
  }
  return handlersKnown(delivery, names);
}

function whatHappened({ size, ended }: Input, reason: unknown): string {
  if (size === 0) return 'The client sent no payload.';
  if (ended === 'oversized')
    return `The client's payload is larger than ${MAX_PAYLOAD_BYTES} bytes (${size} bytes came).`;
  if (ended === 'deadline') return `Only ${size} bytes of the client's payload came in time.`;
  return reason === 'too_complex'
    ? "The client's payload is nested too deeply, or has too many parts."
    : "The client's payload is no JSON object.";
}
