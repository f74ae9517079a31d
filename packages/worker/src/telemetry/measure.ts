/** Work that is measured where a setting asks for it (`start.ts`). Elsewhere it runs as it is. */

export type Operation = 'hook' | 'append' | 'projection' | 'checkout';

/** Counts and names of ours only: nothing that was recorded. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Runs the work and notes how long it took and whether it failed. */
export type Observer = <T>(
  operation: Operation,
  attributes: Attributes,
  work: () => Promise<T>,
) => Promise<T>;

const observers = new Set<Observer>();

/** Returns what ends it. */
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

/** From the first batch that is asked for to the end: reading, and what the caller makes of each batch. */
export async function* measuredBatches<T>(
  operation: Operation,
  batches: AsyncIterable<T>,
): AsyncGenerator<T> {
  if (observers.size === 0) return yield* batches;
  let finish = (): void => {};
  const isOver = new Promise<void>((resolve) => (finish = resolve));
  let noted: Promise<void> | undefined;
  try {
    for await (const batch of batches) {
      // A read that finds nothing new is not measured.
      noted ??= measured(operation, {}, () => isOver);
      yield batch;
    }
  } finally {
    finish();
    await noted;
  }
}
