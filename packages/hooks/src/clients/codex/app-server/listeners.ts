/** Listeners by name. An exception in one reaches neither the others nor the caller. */

export interface Listeners<Events extends object> {
  /** @returns Removes the listener. */
  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): () => void;
  tell<K extends keyof Events>(name: K, event: Events[K]): void;
}

/** @param failed Receives errors thrown by a listener. */
export function createListeners<Events extends object>(
  failed: (error: unknown) => void,
): Listeners<Events> {
  const all = new Map<keyof Events, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const set = all.get(name) ?? new Set();
      all.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    tell(name, event) {
      for (const listener of all.get(name) ?? [])
        try {
          (listener as (event: unknown) => void)(event);
        } catch (error) {
          failed(error);
        }
    },
  };
}
