import type { CommandContext } from './context.ts';

/**
 * Work that Ctrl-C ends early, without an error, and after `mostMs`. Removes its line of progress. The timer is our own,
 * because Node may collect a timeout signal that is only part of another one, and then it never aborts.
 */
export async function untilInterrupted<T>(
  { out }: Pick<CommandContext, 'out'>,
  work: (signal: AbortSignal) => Promise<T>,
  mostMs?: number,
): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  const timer = mostMs === undefined ? undefined : setTimeout(onInterrupt, mostMs);
  process.once('SIGINT', onInterrupt);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    out.progress(null);
    process.off('SIGINT', onInterrupt);
  }
}
