import {
  canonicalize,
  invalidRequest,
  isJsonObject,
  permissionDenied,
  REFS_SESSION,
  renderCitation,
  type HookloomError,
  type JsonObject,
  isHookloomError,
} from '@hookloom/core';
import {
  eventDefinition,
  RESERVED_KEYS,
  byOperation,
  type UnsealedEvent,
} from '@hookloom/core/events';
import { z } from 'zod';
import { boundSession } from '../call-scope.ts';
import {
  askedAs,
  bareHash,
  operation,
  resolveSession,
  sessionId,
  type OperationContext,
  type Placed,
} from './context.ts';
import { assertCallerMayWrite, assertKnownPayload, entryPointOrigin } from './entry-point.ts';
import { gateOf } from './forgotten-gate.ts';
import { assertCited } from './payload-citations.ts';
import { anchored } from './record-anchors.ts';

/** Largest payload, in bytes of its compact form. */
const MAX_PAYLOAD_BYTES = 1_048_576;

const EVENT_TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

/** `memory_append`. */
export const appendRequest = z.strictObject({
  event_type: z.string().max(512).regex(EVENT_TYPE, 'must be like decision.made'),
  actor: z.string().min(1).max(512),
  payload: z
    .custom<JsonObject>(isJsonObject, 'must be an object')
    .meta({ type: 'object', additionalProperties: true }),
  asked_as: askedAs,
  session_id: sessionId,
  thread: sessionId,
});

export type AppendRequest = z.input<typeof appendRequest>;

export interface AppendAnswer extends Placed {
  event_id: string;
  session_id: string;
  event_type: string;
  citation: string;
  /** Paths at which forgotten text was masked before writing. */
  forgotten?: string[];
  /** Returned once: the log is broken, and new events go to another one until a person repairs it. */
  notice?: string;
}

/** Appends one event. Once it returns, the event survives a crash of the machine. */
export const append = operation(appendRequest, async (context, parsed, caller) => {
  const { event_type, actor, payload: content, asked_as, ...scope } = parsed;
  const given = asked_as === undefined ? content : { ...content, asked_as };
  const session = resolveSession(context, scope);
  if (session === REFS_SESSION)
    throw permissionDenied(
      `Session ${session} is written by the log itself.`,
      'Append to another session.',
    );
  assertCallerMayWrite(event_type);
  assertPayload(given);
  assertKnownPayload(event_type, given);
  if (eventDefinition(event_type) !== undefined) await assertCited(context, session, given);
  const payload = anchored(context.workspace.root, event_type, given);
  const gate = await gateOf(context);
  const forgotten = gate?.mask({ type: event_type, actorId: actor, payload }).paths ?? [];
  const [result] = await context.store.append(
    session,
    [
      {
        type: event_type,
        actorId: actor,
        payload,
        origin: entryPointOrigin(caller, 'memory_append', event_type),
      },
    ],
    { durability: 'fsync' },
  );
  const { seq, hash, id, session: written = session } = result!;
  // A caller that is bound to a session must not learn of other sessions.
  const continued = boundSession() === undefined ? (context.takeContinued?.() ?? null) : null;
  return {
    seq,
    hash: bareHash(hash),
    event_id: id,
    session_id: written,
    event_type,
    citation: renderCitation(written, seq, hash),
    ...(forgotten.length > 0 && { forgotten }),
    ...(continued !== null && {
      notice: `The log ${continued.session} is broken, so new events go to ${continued.continuation}. A person can repair it in a terminal: \`hookloom log repair ${continued.session}\`.`,
    }),
  };
});

export function assertPayload(payload: JsonObject): void {
  for (const key of RESERVED_KEYS)
    if (Object.hasOwn(payload, key))
      throw refuse(`contains the key ${key}`, 'Leave out keys that the write path sets itself.');
  // Canonicalize first: that limits the nesting for all later steps.
  const bytes = Buffer.byteLength(canonicalize(payload));
  if (bytes > MAX_PAYLOAD_BYTES)
    throw refuse(
      `has ${bytes} bytes, above ${MAX_PAYLOAD_BYTES}`,
      'Send less, or store the content as a file and append its path.',
    );
  if (holdsRoundedInteger(payload))
    throw refuse(
      'contains an integer beyond 2^53, which JSON readers round',
      'Send it as a string.',
    );
}

/** True if a number is too large to be exact. Another reader would hash another number. */
export function holdsRoundedInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsRoundedInteger);
}

function refuse(what: string, remediation: string): HookloomError {
  return invalidRequest(`The payload ${what}.`, remediation);
}

// Decides from the memory at the head of the log, and appends only if nothing was appended meanwhile.

interface Decided<T> {
  /** One atomic batch. Empty if there is nothing to record. */
  events: readonly UnsealedEvent[];
  /** Gets where each event was appended. */
  answer(placed: readonly Placed[]): T;
}

/** Another process may append between the read and the write. */
const ATTEMPTS = 8;

/** @param decide Gets the seq of the head, 0 for an empty log. May throw to refuse, before anything is written. */
export async function appendAtHead<T>(
  { store }: Pick<OperationContext, 'store'>,
  session: string,
  decide: (seq: number) => Promise<Decided<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const head = await store.head(session);
    const { events, answer } = await decide(head?.seq ?? 0);
    if (events.length === 0) return answer([]);
    try {
      const results = await store.append(
        session,
        events.map((event) => byOperation(event)),
        { durability: 'fsync', expectHead: head?.hash ?? null },
      );
      return answer(results.map(({ seq, hash }) => ({ seq, hash: bareHash(hash) })));
    } catch (error) {
      const isRaced = isHookloomError(error) && error.code === 'conflict';
      if (!isRaced || attempt === ATTEMPTS) throw error;
    }
  }
}
