/** The state of the work at the end of a list of events: goals, open tasks, last actor. */
import type { StoredEvent } from '@hookloom/core/events';

export interface Handoff {
  goals: { seq: number; title: string }[];
  open_tasks: { seq: number; task_id: string; title: string | null; claimed_by: string | null }[];
  last_actor: string | null;
  /** From the newest `handoff.created`. */
  summary: string | null;
}

type OpenTask = Handoff['open_tasks'][number];

/** Add the events in order, then call `result`. */
export function createHandoff(): { add(event: StoredEvent): void; result(): Handoff } {
  const goals = new Map<string, { seq: number; title: string }>();
  const tasks = new Map<string, OpenTask>();
  let lastActor: string | null = null;
  let summary: string | null = null;

  return {
    add({ type, seq, actorId, payload }) {
      lastActor = actorId;
      const say = (key: string): string | null => {
        const value = payload[key];
        return typeof value === 'string' && value !== '' ? value : null;
      };
      if (type === 'goal.created') {
        const title = say('title');
        if (title !== null) goals.set(title, { seq, title });
        return;
      }
      if (type === 'handoff.created') summary = say('summary') ?? summary;
      const id = say('taskId') ?? say('task_id') ?? say('title');
      if (id === null || !type.startsWith('task.')) return;
      if (type === 'task.completed' || type === 'task.cancelled') {
        tasks.delete(id);
        return;
      }
      const known = tasks.get(id);
      tasks.set(id, {
        seq: known?.seq ?? seq,
        task_id: id,
        title: say('title') ?? known?.title ?? null,
        claimed_by: type === 'task.claimed' ? actorId : (known?.claimed_by ?? null),
      });
    },
    result: () => ({
      goals: [...goals.values()],
      open_tasks: [...tasks.values()],
      last_actor: lastActor,
      summary,
    }),
  };
}
