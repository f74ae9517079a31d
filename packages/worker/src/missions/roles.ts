/** Who may write: a coordinator writes to the log of the mission, a worker to its own log. */
import { isHookloomError, permissionDenied, type HookloomError } from '@hookloom/core';
import { assertInScope, boundSession } from '../call-scope.ts';
import type { Caller } from '../operations/context.ts';
import { isSameParty, partyOf } from './party.ts';
import type { MissionState } from './state.ts';

/**
 * Throws `permission_denied` for a worker: by the role of its connection, or because it reported findings of this
 * mission and did not start it.
 */
export function assertCoordinator(
  state: Pick<MissionState, 'id' | 'starter' | 'findings'>,
  caller: Caller,
): void {
  if (caller.role === 'worker') throw onlyCoordinator('This connection has the role of a worker.');
  assertInScope(state.id);
  if (caller.role === 'coordinator' || caller.channel === 'user') return;
  const party = partyOf(caller);
  if (isSameParty(party, state.starter)) return;
  const own = state.findings.find(({ reporter }) => isSameParty(reporter, party));
  if (own !== undefined)
    throw onlyCoordinator(`This agent reported ${own.id}, so it is a worker of ${state.id}.`);
}

/** Throws `permission_denied` if a decision is made in the name of the finding's reporter. */
export function assertForeign(worker: string, findingId: string, actor: string | undefined): void {
  if (actor !== worker) return;
  throw permissionDenied(
    `${worker} reported ${findingId} and cannot review it.`,
    'Let the coordinator or a person review it.',
  );
}

/** A worker may see accepted findings, but not the pending ones of others. */
export function assertMaySeePending(mission: string, caller: Caller): void {
  if (caller.role === 'worker') throw onlyCoordinator('This connection has the role of a worker.');
  assertInScope(mission);
}

/** The workers of the mission may read accepted findings too. */
export function assertMayRead(mission: string, workers: readonly string[]): void {
  const bound = boundSession();
  if (bound === undefined || !workers.includes(bound)) assertInScope(mission);
}

/**
 * A connection that is bound to another session must not learn that a mission exists, unless it is one of its workers.
 */
export async function hideOutOfScope<T>(mission: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isHookloomError(error) && error.code === 'not_found') assertInScope(mission);
    throw error;
  }
}

/**
 * A connection that is bound to a mission may add workers only below its own name, because other names may be taken.
 */
export function assertOwnWorker(worker: string): void {
  const bound = boundSession();
  if (bound === undefined || worker.startsWith(`${bound}.`)) return;
  throw permissionDenied(
    'This connection may only add workers whose id begins with the id of its mission.',
    `Use an id such as ${bound}.worker-1.`,
  );
}

function onlyCoordinator(why: string): HookloomError {
  return permissionDenied(
    `${why} Only a coordinator may do this.`,
    'A worker may use coordination_report_finding, and coordination_checkout without include_diagnostics. Leave the rest to the coordinator or to a person at a terminal.',
  );
}
