import type { CommandContext } from './context.ts';

/** Work that Ctrl-C ends early, without an error. Removes its line of progress. */
export async function untilInterrupted<T>(
  { out }: Pick<CommandContext, 'out'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await work(stop.signal);
  } finally {
    out.progress(null);
    process.off('SIGINT', onInterrupt);
  }
}
