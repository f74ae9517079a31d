/** Who appends through the command line: a person at a terminal, or a program that speaks for a model. */
import { clientOfEnvironment, isPerson, readProcesses } from '@hookloom/core';
import type { Caller } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/**
 * `user` for a person, known by the terminal and the processes above, never by an argument. Everything else is `model`:
 * what an agent's shell starts, and what has no terminal.
 *
 * One stream on the terminal is enough, so that a person may pipe a payload in or an answer out: the terminal that the
 * process belongs to decides.
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

/** A person types where they decide; a program may well have inherited one of the other streams of a terminal. */
export function deciderOf(context: CommandContext): Caller {
  return context.stdin.isTTY === true ? callerOf(context) : { channel: 'model' };
}

function ofClient(client: string | null): Caller {
  return { channel: 'model', ...(client !== null && { client }) };
}
