import { notFound, type HookloomError } from '@hookloom/core';
import { resolveRef } from '@hookloom/log';
import { boundSession } from '../call-scope.ts';
import type { OperationContext } from './context.ts';

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
