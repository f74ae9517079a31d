/** `coordination_handoff`: what the next coordinator needs to know. */
import { assertInScope } from '../call-scope.ts';
import { operation } from '../operations/context.ts';
import { handoffRequest } from './requests.ts';
import { assertCoordinator } from './roles.ts';
import { coordinatorOf, knownState } from './run-mission.ts';
import { decideOn, drafted, masked, shown } from './write.ts';

export const handOff = operation(handoffRequest, async (context, parsed, caller) => {
  const { mission_id, summary, next_steps = [], risks = [] } = parsed;
  assertInScope(mission_id);
  let handoff_id = '';
  const [written] = await decideOn(context, mission_id, async () => {
    const state = await knownState(context, mission_id);
    assertCoordinator(state, caller);
    handoff_id = `${mission_id}:handoff:${state.handoffs.length + 1}`;
    const payload = { mission_id, handoff_id, summary, next_steps, risks };
    const type = 'coordination.handoff.created';
    const event = drafted({ type, payload, actor: coordinatorOf(caller) }, caller);
    return { events: [event], texts: [summary, ...next_steps, ...risks] };
  });
  return {
    ...written!,
    handoff_id,
    summary: masked(summary),
    ...shown({ next_steps: next_steps.map(masked), risks: risks.map(masked) }),
  };
});
