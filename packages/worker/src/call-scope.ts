/**
 * The limits of the current call: whether its caller still waits, and the only session that the caller may use. Set by
 * the entry point and available wherever the call's work runs. No argument can change it.
 */
import { permissionDenied } from '@hookloom/core';
import { AsyncLocalStorage } from 'node:async_hooks';

export interface CallScope {
  /** Aborted when the caller no longer waits. Nothing may be written after that. */
  signal?: AbortSignal | undefined;
  /** The session of the caller's identity. Absent: any session of the workspace. */
  session?: string | undefined;
  /** Whether the caller is on another machine, or shares this one with others. */
  isRemote?: boolean;
}

const scopes = new AsyncLocalStorage<CallScope>();

export function inCallScope<T>(scope: CallScope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

/** Aborted when the caller no longer waits. */
export function callSignal(): AbortSignal | undefined {
  return scopes.getStore()?.signal;
}

/** The session of the caller's identity, or undefined. */
export function boundSession(): string | undefined {
  return scopes.getStore()?.session;
}

/** Whether the caller must learn nothing about files of this machine. */
export function isRemoteCall(): boolean {
  return scopes.getStore()?.isRemote ?? false;
}

/** Throws `permission_denied` if the caller is bound to another session. */
export function assertInScope(session: string): string {
  const bound = boundSession();
  if (bound === undefined || bound === session) return session;
  throw permissionDenied(
    'This connection is bound to another session.',
    'Leave the session out, or connect with a token of that session.',
  );
}

/** Throws `permission_denied` if a caller that is bound to one session uses a field for several. */
export function assertUnboundTo(field: string): void {
  if (boundSession() === undefined) return;
  throw permissionDenied(
    `This connection is bound to one session, so ${field} cannot be used.`,
    'Leave it out.',
  );
}
