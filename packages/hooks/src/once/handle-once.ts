/**
 * An event that reaches us twice runs its hooks once: whichever delivery is first runs them, the others get its answer.
 * Settings of project and user, a plugin, another transport, Copilot running Claude Code's file: all the same.
 */
import { contentDigest, type HookEvent } from '@hookloom/core/hook';
import { attempt } from '@hookloom/core';
import { claim, sweepClaims, type Claim } from './claims.ts';
import { deliveryIdentity } from '../clients/delivery-identity.ts';

/** One route by which an event reached us. */
export interface Delivery {
  /** Epoch milliseconds at which the client started this delivery, or later. */
  startedMs: number;
  /** The command line or address that was called: one client calls the same one once for each event. */
  route: string;
}

export interface OnceRequest<T> {
  /** The session's folder of state. */
  sessionDir: string;
  event: HookEvent;
  delivery: Delivery;
  run(): Promise<T>;
  /** The data stored for the other deliveries; pure JSON. */
  keep(result: T): unknown;
  /** Makes a result from another delivery's data. */
  take(kept: unknown): T;
}

/** Clients that start the hooks of several files one after the other do so within this time. */
const NEXT_ROUTE_MS = 60_000;
/** No hook runs longer; a process that lives on and does not answer is not waited for. */
const LONGEST_MS = 10 * 60_000;
const [FIRST_LOOK_MS, LAST_LOOK_MS] = [4, 40] as const;

export async function handleOnce<T>(request: OnceRequest<T>): Promise<T> {
  const { sessionDir, event, delivery, run, keep, take } = request;
  const folder = `${sessionDir}/told`;
  const digest = contentDigest(deliveryIdentity(event));
  const ask = (): Claim<unknown> | null => {
    // A full disk: hooks that run twice are better than hooks that do not run.
    return attempt(
      () => claim<unknown>({ folder, digest, route: delivery.route, isAnother }),
      null,
    );
  };
  const isAnother = (answer: { atMs: number; routes: readonly string[] }): boolean => {
    if (delivery.startedMs <= answer.atMs) return false;
    return (
      answer.routes.includes(delivery.route) || delivery.startedMs - answer.atMs > NEXT_ROUTE_MS
    );
  };
  const until = Date.now() + LONGEST_MS;
  for (let waitMs: number = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LAST_LOOK_MS)) {
    const claimed = ask();
    if (claimed === null || (claimed.kind === 'running' && Date.now() > until)) return run();
    if (claimed.kind === 'answered') {
      claimed.serve();
      return take(claimed.value);
    }
    if (claimed.kind === 'mine') {
      // Names are digests: one in 64 events sweeps, and the start of a session.
      if (
        event.event_type === 'session_start' ||
        digest.startsWith('00') ||
        digest.startsWith('40')
      )
        sweepClaims(folder, Date.now());
      return runAndAnswer(claimed, run, keep);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function runAndAnswer<T>(
  mine: Extract<Claim<unknown>, { kind: 'mine' }>,
  run: () => Promise<T>,
  keep: (result: T) => unknown,
): Promise<T> {
  let result: T;
  try {
    result = await run();
  } catch (error) {
    mine.giveUp();
    throw error;
  }
  mine.answer(keep(result));
  return result;
}
