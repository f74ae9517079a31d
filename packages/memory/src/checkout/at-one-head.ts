import type { CheckoutDeps, CheckoutRequest } from './request.ts';

/** For one question: all its parts read the memory in its current state, without following the logs again. */
export async function atOneHead(
  deps: CheckoutDeps,
  { session, sessions = [] }: Pick<CheckoutRequest, 'session' | 'sessions'>,
): Promise<CheckoutDeps> {
  const { memory } = deps;
  if (memory.snapshot === undefined) return deps;
  // If the memory cannot follow the logs, each lane reports it.
  const reads = await memory.snapshot([...new Set([session, ...sessions])]).catch(() => memory);
  return { ...deps, memory: reads };
}
