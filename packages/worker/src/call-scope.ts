/**
 * The limits of the current call: whether its caller still waits, and the only session that the caller may use. Set by
 * the entry point and available wherever the call's work runs. No argument can change it.
 */
import { permissionDenied, unavailable } from '@hookloom/core';
import type { EventStore, ReadOptions } from '@hookloom/core/events';
import { AsyncLocalStorage } from 'node:async_hooks';
import { measured } from './telemetry/measure.ts';
import { noteUnavailable } from './unavailable-events.ts';

export interface CallScope {
  /** Aborted when the caller no longer waits. Nothing may be written after that. */
  signal?: AbortSignal | undefined;
  /** The session of the caller's identity. Absent: any session of the workspace. */
  session?: string | undefined;
  /** Whether the caller is on another machine, or shares this one with others. */
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

/** Whether the caller must learn nothing about files of this machine. */
export function isRemoteCall(): boolean {
  return scopes.getStore()?.isRemote ?? false;
}

/** Throws `permission_denied` if the caller is bound to another session. */
export function assertInScope(session: string): string {
  const bound = boundSession();
  if (bound === undefined || bound === session) return session;
  throw permissionDenied(
    'This connection is bound to another session.',
    'Leave the session out, or connect with a token of that session.',
  );
}

/** Throws `permission_denied` if a caller that is bound to one session uses a field for several. */
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
 * The log during a call. A cancelled call stops at its next access and appends nothing. An append that has begun is
 * either complete and acknowledged or absent.
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
