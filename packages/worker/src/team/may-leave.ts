/**
 * What this machine may send to the team's store. For all other events, the store only gets their position in the
 * chain.
 */
import { eventClass, type Channel, type StoredEvent } from '@hookloom/core/events';
import type { SendScope } from './team-state.ts';

/** Events from pages, outputs, files and other servers are not sent. */
const CHANNELS: ReadonlySet<Channel> = new Set<Channel>(['user', 'model', 'system']);

/** What people and agents recorded, without the conversation around it. */
const DECISIONS: ReadonlySet<string> = new Set(
  'context.policy decision.made fact.invalidated goal.created handoff.created issue.diagnosed memory.corrected memory.remembered task.claimed task.completed task.proposed user.preference_changed verification.recorded'.split(
    ' ',
  ),
);

/**
 * Decides by class, channel and the project's setting. Forgetting events are always sent, because others must forget
 * too.
 */
export function mayLeave({ type, origin, shredded }: StoredEvent, send: SendScope): boolean {
  if (shredded !== null || eventClass(type) !== 'memory') return false;
  if (origin === null || !CHANNELS.has(origin.channel)) return false;
  return send === 'memory' || DECISIONS.has(type);
}
