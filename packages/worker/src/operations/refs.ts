import { notFound, type HookloomError } from '@hookloom/core';
import { listRefs, resolveRef, updateRef, type Ref } from '@hookloom/log';
import { z } from 'zod';
import { boundSession } from '../call-scope.ts';
import {
  operation,
  originOf,
  readableSession,
  seq,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';

/** Sets a ref; without a target it points to the head of the session. */
export const refUpdateRequest = z.strictObject({
  name: z.string().min(1).max(256),
  session_id: sessionId,
  target_seq: seq,
  /** 12 to 64 hex digits; checked against the log. */
  target_hash: z.string().max(80).optional(),
  ref_type: z.string().max(64).optional(),
});
export type RefUpdateRequest = z.input<typeof refUpdateRequest>;

/** Names for events. */
export interface RefOperations {
  /** Stored refs by name, and `HEAD` of the session first if it has events. */
  list(request?: { session_id?: string | undefined }): Promise<Ref[]>;
  resolve(name: string, request?: { session_id?: string | undefined }): Promise<Ref>;
  update(request: RefUpdateRequest, caller?: Caller): Promise<Ref>;
}

export function refOperations(context: OperationContext, byDefault: Caller): RefOperations {
  const { store } = context;
  return {
    async list(request = {}) {
      const session = await readableSession(context, request);
      const stored = await listRefs(store);
      if ((await store.head(session)) === null) return stored;
      return [await resolveRef(store, 'HEAD', session), ...stored];
    },
    async resolve(name, request = {}) {
      return resolveRef(store, name, await readableSession(context, request));
    },
    update: (request, caller = byDefault) => update(context, request, caller),
  };
}

const update = operation(refUpdateRequest, async (context, parsed, caller): Promise<Ref> => {
  const session = await readableSession(context, parsed);
  const target =
    parsed.target_seq === undefined
      ? await context.store.head(session)
      : await context.store.at(session, parsed.target_seq);
  if (target === null)
    throw notFound(
      `Session ${session} has no event ${parsed.target_seq ?? 'yet'}.`,
      'Run `hookloom memory log` to see its events.',
    );
  return updateRef(context.store, {
    name: parsed.name,
    session,
    targetSeq: target.seq,
    targetHash: parsed.target_hash ?? target.hash,
    ...(parsed.ref_type !== undefined && { refType: parsed.ref_type }),
    origin: originOf(caller),
  });
});

/** The same error for a missing ref and for one of another session. */
function noRef(): HookloomError {
  return notFound('This session has no such ref.', 'Leave the ref out, or use HEAD.');
}

/** A ref in the form that a checkout reads. */
export async function resolveRefTarget(
  { store }: Pick<OperationContext, 'store'>,
  name: string,
  session: string,
): Promise<{ session: string; seq: number; hash: string }> {
  const bound = boundSession();
  const { session_id, target_seq, target_hash } = await resolveRef(store, name, session).catch(
    (error: unknown) => {
      throw bound === undefined ? error : noRef();
    },
  );
  if (bound !== undefined && session_id !== bound) throw noRef();
  return { session: session_id, seq: target_seq, hash: target_hash };
}
