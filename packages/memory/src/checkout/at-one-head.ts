import type { CheckoutDeps, CheckoutRequest } from './request.ts';

/** For one question: all its parts read the memory as it is now, without following the logs again. */
export async function atOneHead(
  deps: CheckoutDeps,
  { session, sessions = [] }: Pick<CheckoutRequest, 'session' | 'sessions'>,
): Promise<CheckoutDeps> {
  const { memory } = deps;
  if (memory.snapshot === undefined) return deps;
  // A memory that cannot be followed reports that in each lane.
  const reads = await memory.snapshot([...new Set([session, ...sessions])]).catch(() => memory);
  return { ...deps, memory: reads };
}
