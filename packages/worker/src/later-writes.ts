/** Writes that run one after the other without delaying an answer. */
export type LaterWrites = ReturnType<typeof laterWrites>;

export function laterWrites() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Returns at once and never fails. */
    add(write: () => Promise<unknown>) {
      last = last.then(write).catch(() => {});
    },
    /** Resolves when everything added so far was written or dropped. */
    flush: async (): Promise<void> => {
      await last;
    },
  };
}
