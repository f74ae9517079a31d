/**
 * The limits of the current call, wherever its work runs: whether its caller still waits, and the one session of the
 * caller's identity. Set by the entry point; no argument can change it.
 */
import { permissionDenied, unavailable } from '@hookloom/core';
import type { EventStore, ReadOptions } from '@hookloom/core/events';
import { AsyncLocalStorage } from 'node:async_hooks';
import { measured } from './telemetry/measure.ts';
import { noteUnavailable } from './unavailable-events.ts';

export interface CallScope {
  /** Aborted: the caller no longer waits, and nothing may be written any more. */
  signal?: AbortSignal | undefined;
  /** The session of the caller's identity. Absent: any session of the workspace. */
  session?: string | undefined;
  /** The caller is on another machine, or shares this one with others. */
  isRemote?: boolean;
}

const scopes = new AsyncLocalStorage<CallScope>();

export function inCallScope<T>(scope: CallScope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

/** The session of the caller's identity, or undefined. */
export function boundSession(): string | undefined {
  return scopes.getStore()?.session;
}

/** Whether files of this machine are none of the caller's business. */
export function isRemoteCall(): boolean {
  return scopes.getStore()?.isRemote ?? false;
}

/** Throws `permission_denied` if the caller's identity belongs to another session. */
export function assertInScope(session: string): string {
  const bound = boundSession();
  if (bound === undefined || bound === session) return session;
  throw permissionDenied(
    'This connection is bound to another session.',
    'Leave the session out, or connect with a token of that session.',
  );
}

/** Throws `permission_denied` to a caller of one session that uses a field for several. */
export function assertUnboundTo(field: string): void {
  if (boundSession() === undefined) return;
  throw permissionDenied(
    `This connection is bound to one session, so ${field} cannot be used.`,
    'Leave it out.',
  );
}

/** Throws `unavailable` if the caller has cancelled the current call. */
function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw unavailable(
    'The call was cancelled by its caller.',
    'Call again when the answer is wanted.',
  );
}

/**
 * The log for calls: a cancelled call stops at its next access to the log and appends nothing. An append that has begun
 * is either completed and acknowledged or absent, never partial.
 */
export function scopedStore<S extends EventStore>(store: S): S {
  const wanted = (): void => assertWanted(scopes.getStore()?.signal);
  async function* whileWanted<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const signal = scopes.getStore()?.signal;
    for await (const item of items) {
      assertWanted(signal);
      yield item;
    }
  }
  const noting = (options: ReadOptions | undefined): ReadOptions => ({
    ...options,
    onUnavailable: (found) => {
      noteUnavailable([found]);
      options?.onUnavailable?.(found);
    },
  });
  return {
    ...store,
    async append(session, events, options) {
      wanted();
      const signal = options?.signal ?? scopes.getStore()?.signal;
      const scoped = { ...options, ...(signal !== undefined && { signal }) };
      return measured('append', { events: events.length }, () =>
        store.append(session, events, scoped),
      );
    },
    async head(session, since) {
      wanted();
      return store.head(session, since);
    },
    async at(session, seq) {
      wanted();
      return store.at(session, seq);
    },
    async check(session, seqs) {
      wanted();
      const checked = await store.check(session, seqs);
      for (const each of checked.values())
        if (each.state === 'unavailable') noteUnavailable([each.unavailable]);
      return checked;
    },
    async verify(session, options) {
      wanted();
      return store.verify(session, options);
    },
    read: (session, options) => whileWanted(store.read(session, noting(options))),
    readBatches: (session, options) => whileWanted(store.readBatches(session, options)),
  };
}
