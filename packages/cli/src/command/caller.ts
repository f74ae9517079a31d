/** Who appends through the command line: a person at a terminal, or a program on behalf of a model. */
import { clientOfEnvironment, isPerson, readProcesses } from '@hookloom/core';
import type { Caller } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/**
 * `user` for a person, recognised by the terminal and the parent processes, never by an argument. Everything else is
 * `model`: whatever an agent's shell starts, and whatever has no terminal.
 *
 * One stream on the terminal is enough, so that a person can pipe a payload in or an answer out: the terminal of the
 * process decides.
 */
export function callerOf({
  env,
  isInteractive,
  processes = readProcesses,
}: Pick<CommandContext, 'env' | 'isInteractive' | 'processes'>): Caller {
  if (!isInteractive) return ofClient(clientOfEnvironment(env)?.client ?? null);
  const terminal = { isTTY: true };
  const verdict = isPerson({ env, stdin: terminal, stdout: terminal, processes: processes() });
  return verdict.isPerson ? { channel: 'user' } : ofClient(verdict.client);
}

/** A person types at the terminal where they decide; a program may have inherited one of its other streams. */
export function deciderOf(context: CommandContext): Caller {
  return context.stdin.isTTY === true ? callerOf(context) : { channel: 'model' };
}

function ofClient(client: string | null): Caller {
  return { channel: 'model', ...(client !== null && { client }) };
}
