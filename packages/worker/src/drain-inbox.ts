import { isHookloomError } from '@hookloom/core';
import type { EventStore } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import { existsSync } from 'node:fs';
import { sessionsWithLosses } from '@hookloom/hooks';
import { appendOrSpool } from '@hookloom/log/append';

/** How long draining may delay an answer. The next call drains the rest. */
const INTAKE_MS = 1000;

/**
 * Drains the inbox (raw payloads of the shell transport, events that found no lock), so that an answer includes
 * everything that was acknowledged, and seals the count of lost events. Best effort: what cannot be drained stays.
 */
export async function drainInbox(workspace: Workspace, store: EventStore): Promise<void> {
  const inbox = `${workspace.eventloomDir}/inbox`;
  try {
    if (existsSync(`${inbox}/raw`)) {
      const { drainRaw } = await import('@hookloom/hooks');
      drainRaw(workspace.eventloomDir, Date.now() + INTAKE_MS, { root: workspace.root });
    }
    if (existsSync(inbox) && isDrainable(store)) await store.drain();
    const { eventloomDir: dir } = workspace;
    const lost = sessionsWithLosses(dir, process.env);
    // A read-only caller must not create a log.
    for (const session of lost.filter((name) => existsSync(`${dir}/${name}.jsonl`))) {
      const { sealLosses } = await import('@hookloom/hooks');
      sealLosses({ dir, session }, Date.now() + INTAKE_MS, appendOrSpool);
    }
  } catch (error) {
    // The events are safe in the inbox if the lock is held or the disk is full. Any other error is a defect.
    if (!isHookloomError(error) && !(error instanceof Error && 'syscall' in error)) throw error;
  }
}

function isDrainable(store: EventStore): store is EventStore & { drain(): Promise<number> } {
  return 'drain' in store;
}
