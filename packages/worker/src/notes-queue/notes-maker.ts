/** Who makes the notes of a batch: rules, or a model where one is named and the day's budget allows it. */
import type { Clock, UnsealedEvent } from '@hookloom/core';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import { rulesNotes } from './rules-notes.ts';
import type { NoteBatch } from './work-off.ts';

export interface NotesMaker {
  make(batch: NoteBatch): Promise<UnsealedEvent[]>;
  /** Milliseconds that this workspace's work may still gather; 0: now. */
  wait(open: OpenWorkspace): Promise<number>;
  status(): { state: 'off' };
  stop(): void;
}

export function createNotesMaker(_: {
  env: Record<string, string | undefined>;
  clock: Clock;
  workspaces: Workspaces;
  monotonic(): number;
}): NotesMaker {
  return {
    make: async (batch) => rulesNotes(batch),
    wait: async () => 0,
    status: () => ({ state: 'off' }),
    stop: () => {},
  };
}
