/** The log during a call: it stops with the call, and reports events that differ from what was sealed. */
import { unavailable } from '@hookloom/core';
import type { EventStore, ReadOptions } from '@hookloom/core/events';
import { callSignal } from './call-scope.ts';
import { measured } from './telemetry/measure.ts';
import { noteUnavailable } from './unavailable-events.ts';

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
  const wanted = (): void => assertWanted(callSignal());
  async function* whileWanted<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const signal = callSignal();
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
      const signal = options?.signal ?? callSignal();
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
