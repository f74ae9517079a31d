/** Writes that run one after the other without delaying an answer. */
export interface LaterWrites {
  /** Returns at once and never fails. */
  add(write: () => Promise<unknown>): void;
  /** Resolves when everything added so far was written or dropped. */
  flush(): Promise<void>;
}

export function laterWrites(): LaterWrites {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(write) {
      last = last.then(write).catch(() => {});
    },
    flush: async () => {
      await last;
    },
  };
}
