/** Whether a workspace's memory has seen a client's session. */
import type { Notes } from '@hookloom/memory';
import type { Runtime } from '../runtime.ts';

export async function knowsSession(runtime: Runtime, contentSessionId: string): Promise<boolean> {
  const notes = await notesOf(runtime);
  if (notes === null) return false;
  return (await notes.session(runtime.workspace.session, contentSessionId)) !== null;
}

/** The notes of a workspace; null if its memory cannot be opened or has none. */
export async function notesOf(runtime: Runtime): Promise<Notes | null> {
  const opened = await runtime.memory.open();
  return opened.ok ? opened.memory.notes : null;
}
