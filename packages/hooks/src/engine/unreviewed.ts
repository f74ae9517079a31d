/** A word to the person, once a session: hooks of the project that do not run because nobody reviewed them (trap 38). */
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import type { HookClient } from '../clients/client.ts';
import type { Handler } from './handler.ts';
import { isOwnCommand } from './plan.ts';
import type { Trust } from './trust.ts';

/** @returns Null when there is none. */
export function tellUnreviewed(
  handlers: readonly Handler[],
  client: HookClient,
  trustOf: (handler: Handler) => Trust,
): HookResponse | null {
  const waiting = handlers.filter(
    (handler) =>
      !isOwnCommand(handler) &&
      !client.runsItself.includes(handler.dialect) &&
      trustOf(handler) !== 'trusted',
  );
  if (waiting.length === 0) return null;
  const many = waiting.length === 1 ? 'One hook' : `${waiting.length} hooks`;
  const message = `${many} of this project do${waiting.length === 1 ? 'es' : ''} not run until reviewed: hookloom hooks trust`;
  return { decision: 'none', system_message: message };
}
