import type { CheckedEvent } from '@hookloom/core/events';
import type { CheckoutDeps } from './request.ts';

/** For several checkouts at one head, which usually cite the same events: checks each event once. */
export function checkedOnce(store: CheckoutDeps['store']): CheckoutDeps['store'] {
  const known = new Map<string, CheckedEvent>();
  return {
    ...store,
    async check(session, seqs) {
      const keyOf = (seq: number): string => `${session}/${seq}`;
      const missing = seqs.filter((seq) => !known.has(keyOf(seq)));
      if (missing.length > 0)
        for (const [seq, checked] of await store.check(session, missing))
          known.set(keyOf(seq), checked);
      return new Map(seqs.map((seq) => [seq, known.get(keyOf(seq))!]));
    },
  };
}
