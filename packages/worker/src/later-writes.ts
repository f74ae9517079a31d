/** Writes that run one after the other without delaying an answer. */
export interface LaterWrites {
  /** Returns at once and never fails. */
  add(write: () => Promise<unknown>): void;
  /** Resolves when everything added so far was written or dropped. */
  flush(): Promise<void>;
}

/** The answer is sent first, and a call that follows at once does not wait for the write. */
const PAUSE_MS = 10;

export function laterWrites(): LaterWrites {
  let last: Promise<unknown> = Promise.resolve();
  /** Ends the pause before the next write; null outside a pause. */
  let endPause: (() => void) | null = null;

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        endPause = null;
        resolve();
      };
      const timer = setTimeout(end, PAUSE_MS);
      endPause = end;
    });
  }

  return {
    add(write) {
      if (endPause === null) {
        const paused = pause();
        last = last.then(() => paused);
      }
      last = last.then(write).catch(() => {});
    },
    flush: async () => {
      endPause?.();
      await last;
    },
  };
}
