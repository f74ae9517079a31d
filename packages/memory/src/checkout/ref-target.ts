import { conflict, notFound, permissionDenied } from '@hookloom/core';
import type { EventStore } from '@hookloom/core/events';
import type { CheckoutDeps, CheckoutPlan } from './request.ts';
import { bareHex } from '../store/stored-ids.ts';

/** The event that a checkout with a ref stops at. */
export interface RefTarget {
  name: string;
  session: string;
  seq: number;
  /** 64 hex characters. */
  hash: string;
}

/**
 * Resolves the ref of a request and checks its target against the log. A ref to an event that the log does not contain
 * is a conflict, never an empty answer. A ref into a session outside the caller's scope is refused.
 */
export async function resolveTarget(
  deps: Pick<CheckoutDeps, 'store' | 'resolveRef'>,
  plan: Pick<CheckoutPlan, 'session' | 'sessions'>,
  name: string,
): Promise<RefTarget> {
  const { session, seq, hash } = await pointedAt(deps, name, plan.session);
  if (!plan.sessions.includes(session))
    throw permissionDenied(
      `The ref ${name} points into another session.`,
      'Check out a ref of your own session.',
    );
  const claimed = bareHex(hash);
  const event = await deps.store.at(session, seq);
  const found = event === null ? null : bareHex(event.hash);
  if (found === null || claimed.length < 12 || !found.startsWith(claimed))
    throw conflict(
      `The ref ${name} points at event ${seq} of ${session}, which is not in the log with that hash.`,
      'Run `hookloom verify`, then move the ref to an event that exists.',
    );
  return { name, session, seq, hash: found };
}

async function pointedAt(
  { store, resolveRef }: Pick<CheckoutDeps, 'store' | 'resolveRef'>,
  name: string,
  session: string,
): Promise<{ session: string; seq: number; hash: string }> {
  if (resolveRef !== undefined) return resolveRef(name, session);
  const head = name === 'HEAD' ? await headOf(store, session) : null;
  if (head !== null) return head;
  throw notFound(`There is no ref ${name}.`, 'List the refs with `hookloom memory refs`.');
}

async function headOf(store: Pick<EventStore, 'head'>, session: string) {
  const head = await store.head(session);
  return head === null ? null : { session, seq: head.seq, hash: head.hash };
}
