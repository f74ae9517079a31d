/** Runs messages one at a time for each thread, and threads in parallel. */

export type ThreadQueue = ReturnType<typeof createThreadQueue>;

export interface ThreadQueueOptions {
  /** Above this number of jobs, `onFull` is called, and `onRoom` when half of them are done. */
  limit: number;
  onFull(): void;
  onRoom(): void;
}

export function createThreadQueue({ limit, onFull, onRoom }: ThreadQueueOptions) {
  const lanes = new Map<string, (() => Promise<void>)[]>();
  let size = 0;
  let full = false;

  const run = async (thread: string, lane: (() => Promise<void>)[]): Promise<void> => {
    for (let job = lane[0]; job !== undefined; job = lane[0]) {
      await job();
      lane.shift();
      size--;
      if (full && size <= limit / 2) {
        full = false;
        onRoom();
      }
    }
    lanes.delete(thread);
  };

  return {
    /** @param job Must not reject. */
    push(thread: string, job: () => Promise<void>) {
      size++;
      if (!full && size > limit) {
        full = true;
        onFull();
      }
      const lane = lanes.get(thread);
      if (lane !== undefined) lane.push(job);
      else {
        const fresh = [job];
        lanes.set(thread, fresh);
        void run(thread, fresh);
      }
    },
    /** Jobs that wait or run. */
    get size() {
      return size;
    },
  };
}
