/** What the audit line says about a request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.ts';

export interface RequestNote {
  principal: Principal | null;
  /** The called tool, or the method of the protocol. */
  tool: string | null;
  /** The error code, or null. */
  reason: string | null;
}

const notes = new AsyncLocalStorage<RequestNote>();

export function withRequestNote<T>(note: RequestNote, work: () => T): T {
  return notes.run(note, work);
}

export function noteReason(code: string): void {
  const note = notes.getStore();
  if (note !== undefined) note.reason = code;
}

/** Reads only the name, never arguments. */
export function noteMessage(message: unknown): void {
  const note = notes.getStore();
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (note === undefined || typeof method !== 'string') return;
  const name = method === 'tools/call' ? params?.name : method;
  note.tool = typeof name === 'string' ? name : method;
}
