/** Measures work if a setting enables it (`start.ts`). Otherwise only runs it. */
import type { EventStore } from '@hookloom/core/events';

export type Operation = 'hook' | 'append' | 'projection' | 'checkout';

/** Only counts and our own names, never recorded content. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Runs the work and records its duration and whether it failed. */
export type Observer = <T>(
  operation: Operation,
  attributes: Attributes,
  work: () => Promise<T>,
) => Promise<T>;

const observers = new Set<Observer>();

/** Returns a function that ends it. */
export function observe(observer: Observer): () => void {
  observers.add(observer);
  return () => void observers.delete(observer);
}

/** @example await measured('append', { events: 2 }, () => store.append(session, events)) */
export function measured<T>(
  operation: Operation,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  let run = work;
  for (const observer of observers) {
    const inner = run;
    run = () => observer(operation, attributes, inner);
  }
  return run();
}

/** For the projector, which alone reads this store in batches. */
export function measuredProjection(store: EventStore): EventStore {
  return {
    ...store,
    readBatches: (session, options) => measuredBatches(store.readBatches(session, options)),
  };
}

/** From the request for the first batch to the end, including the caller's work on each batch. */
async function* measuredBatches<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  if (observers.size === 0) return yield* batches;
  let finish = (): void => {};
  const isOver = new Promise<void>((resolve) => (finish = resolve));
  let noted: Promise<void> | undefined;
  try {
    for await (const batch of batches) {
      // A read without new events is not measured.
      noted ??= measured('projection', {}, () => isOver);
      yield batch;
    }
  } finally {
    finish();
    await noted;
  }
}
