/** How many requests each caller may send: a token bucket. */

export interface RateLimit {
  requests: number;
  windowSeconds: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Above this number, callers with a full bucket are dropped. */
const MAX_SUBJECTS = 10_000;

export function createRateLimiter(
  { requests, windowSeconds }: RateLimit,
  now: () => number = () => performance.now(),
) {
  const perMs = requests / (windowSeconds * 1000);
  const buckets = new Map<string, { left: number; at: number }>();

  function forgetFull(at: number): void {
    for (const [subject, bucket] of buckets)
      if (bucket.left + (at - bucket.at) * perMs >= requests) buckets.delete(subject);
    // If there are still too many, drop those that were unseen the longest.
    for (const subject of buckets.keys()) {
      if (buckets.size < MAX_SUBJECTS) return;
      buckets.delete(subject);
    }
  }

  return {
    /** 0 to continue, otherwise how many seconds to wait. */
    take(subject: string) {
      const at = now();
      const bucket = buckets.get(subject) ?? { left: requests, at };
      const left = Math.min(requests, bucket.left + (at - bucket.at) * perMs);
      buckets.delete(subject);
      if (buckets.size >= MAX_SUBJECTS) forgetFull(at);
      buckets.set(subject, { left: left >= 1 ? left - 1 : left, at });
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
    /** Number of remembered callers. */
    size: () => buckets.size,
  };
}
