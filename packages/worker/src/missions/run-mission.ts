/** Starts a mission, adds workers and gives them tasks. */
import { conflict, invalidRequest, notFound, stringAt } from '@hookloom/core';
import { assertInScope } from '../call-scope.ts';
import { actorOf, operation, type Caller, type OperationContext } from '../operations/context.ts';
import { missionEvents } from './mission-events.ts';
import { readState } from './read-mission.ts';
import { assignRequest, startRequest, workerRequest } from './requests.ts';
import { assertCoordinator, assertOwnWorker } from './roles.ts';
import type { MissionState } from './state.ts';
import { decideOn, drafted, masked } from './write.ts';

/** `coordination_start`. Throws `conflict` if the session is a mission or a worker already. */
export const startMission = operation(startRequest, async (context, request, caller) => {
  const { mission_id, objective, actor } = request;
  assertCoordinator({ id: mission_id, starter: NOBODY, findings: [] }, caller);
  const [written] = await decideOn(context, mission_id, async () => {
    const events = await missionEvents(context.store, mission_id);
    if (events.length > 0)
      throw conflict(
        events[0]!.type === 'coordination.mission.created'
          ? `The mission ${mission_id} already exists.`
          : `${mission_id} is a worker of the mission ${stringAt(events[0]!.payload, 'mission_id')}.`,
        'Give the mission another id, or continue the existing one.',
      );
    const payload = { mission_id, objective, status: 'active' };
    const draft = { type: 'coordination.mission.created', payload, actor: actor ?? 'coordinator' };
    return { events: [drafted(draft, caller)], texts: [objective] };
  });
  return { ...written!, summary: masked(objective) };
});

const NOBODY = { isPerson: false, client: '', session: '', connection: '' };

/**
 * `coordination_worker_create`. The worker's log begins with its mission. Throws `conflict` for a worker that belongs
 * to another mission or has joined already.
 */
export const createWorker = operation(workerRequest, async (context, request, caller) => {
  const { mission_id, worker_id, actor } = request;
  if (mission_id === worker_id)
    throw invalidRequest('A mission cannot be its own worker.', 'Give the worker another id.');
  assertInScope(mission_id);
  assertOwnWorker(worker_id);
  const draft = {
    type: 'coordination.worker.created',
    payload: { mission_id, worker_id },
    actor: actor ?? 'coordinator',
  };
  const state = await knownState(context, mission_id);
  assertCoordinator(state, caller);
  await decideOn(context, worker_id, async () => {
    const [first] = await missionEvents(context.store, worker_id);
    if (first === undefined) return { events: [drafted(draft, caller)] };
    const of = stringAt(first.payload, 'mission_id');
    if (first.type === 'coordination.worker.created' && of === mission_id) return { events: [] };
    throw conflict(
      first.type === 'coordination.mission.created'
        ? `${worker_id} is a mission.`
        : `${worker_id} is a worker of the mission ${of}.`,
      'Give the worker another id.',
    );
  });
  const [written] = await decideOn(context, mission_id, async () => {
    const { workers } = await knownState(context, mission_id);
    if (workers.includes(worker_id))
      throw conflict(
        `${worker_id} is already a worker of ${mission_id}.`,
        'Assign it a task with coordination_assign.',
      );
    return { events: [drafted(draft, caller)] };
  });
  return { ...written!, worker_id };
});

/** `coordination_assign`. Throws `not_found` for a worker that has not joined. */
export const assignWork = operation(assignRequest, async (context, parsed, caller) => {
  const { mission_id, worker_id, assignment, lease_minutes, actor } = parsed;
  assertInScope(mission_id);
  let assignment_id = '';
  let expires_at: string | undefined;
  const [written] = await decideOn(context, mission_id, async () => {
    const state = await knownState(context, mission_id);
    assertCoordinator(state, caller);
    assertWorker(state, worker_id);
    assignment_id = `${mission_id}:assignment:${state.assignments.length + 1}`;
    if (lease_minutes !== undefined)
      expires_at = new Date(context.clock.now() + lease_minutes * 60_000).toISOString();
    const payload = {
      mission_id,
      worker_id,
      assignment_id,
      assignment,
      status: 'assigned',
      ...(expires_at !== undefined && { expires_at }),
    };
    const type = 'coordination.assignment.created';
    const event = drafted({ type, payload, actor: actor ?? 'coordinator' }, caller);
    return { events: [event], texts: [assignment] };
  });
  return {
    ...written!,
    worker_id,
    assignment_id,
    summary: masked(assignment),
    ...(expires_at !== undefined && { expires_at }),
  };
});

/** Throws `not_found` for a session in which no mission began. */
export async function knownState(
  context: OperationContext,
  mission_id: string,
): Promise<MissionState> {
  const state = await readState(context, mission_id);
  if (state !== null) return state;
  throw notFound(
    `There is no mission ${mission_id}.`,
    'Start it with coordination_start or `hookloom coordinate start`.',
  );
}

export function assertWorker({ id, workers }: MissionState, worker: string): void {
  if (workers.includes(worker)) return;
  throw notFound(
    `${worker} is not a worker of ${id}.`,
    'Add it with coordination_worker_create or `hookloom coordinate worker create`.',
  );
}

/** The actor of a decision if the call names none. */
export function coordinatorOf(caller: Caller): string {
  return caller.channel === 'user' ? actorOf(caller) : 'coordinator';
}
