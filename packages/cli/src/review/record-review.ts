/** Records who reviewed which hooks, and notifies every running session once. */
import { byOperation } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import type { PersonVerdict } from '@hookloom/core';
import { announce, forgetWatched, reviewText, type ReviewPlace } from '@hookloom/hooks';

export interface ReviewDone {
  done: 'trusted' | 'revoked' | 'restored';
  hooks: { place: string; digest: string; scripts: string[] }[];
  restored: string[];
  person: PersonVerdict;
  now: number;
}

/** Such as `terminal pts/3` or `the admin token`. */
export function knownBy({ reason, terminal, client }: PersonVerdict): string {
  if (reason !== 'admin_token') return terminal === null ? 'a terminal' : `terminal ${terminal}`;
  return client === null ? 'the admin token' : `the admin token, inside ${client}`;
}

export async function recordReview(
  workspace: Workspace,
  { projectDir, stateDir }: Pick<ReviewPlace, 'projectDir' | 'stateDir'>,
  { done, hooks, restored, person, now }: ReviewDone,
): Promise<void> {
  const from = knownBy(person);
  const text =
    done === 'restored'
      ? `${restored.length} reviewed file${restored.length === 1 ? ' was' : 's were'} restored from ${from}: ${restored.join(', ')}.`
      : reviewText({ at: now, from, running: done === 'revoked' ? null : hooks.length });
  announce(stateDir, projectDir, { at: now, text });
  // Do not report to the person what they have just accepted.
  forgetWatched(stateDir, projectDir);
  const { openJsonlStore } = await import('@hookloom/log');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await store.append(workspace.session, [
      byOperation({
        type: 'hook.trusted',
        actorId: 'user',
        payload: {
          hooks,
          ...(done === 'revoked' ? { revoked: true } : {}),
          ...(restored.length === 0 ? {} : { restored }),
          by: person.reason,
          ...(person.terminal === null ? {} : { terminal: person.terminal }),
          ...(person.client === null ? {} : { inside: person.client }),
        },
        origin: { channel: 'user' },
      }),
    ]);
  } finally {
    await store.close();
  }
}
