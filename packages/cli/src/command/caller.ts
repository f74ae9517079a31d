/** Who appends through the command line: a person at a terminal, or a program for a model. */
import { clientOfEnvironment, isPerson, readProcesses } from '@hookloom/core';
import type { Caller } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/**
 * `user` for a person, recognised by the terminal and the parent processes, never by an argument. Otherwise `model`:
 * for everything that an agent's shell starts, and for everything without a terminal.
 *
 * One stream on the terminal is enough, so that a person can pipe in a payload or pipe out an answer.
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

/** Requires that standard input is a terminal. A program may have inherited only another stream of one. */
export function deciderOf(context: CommandContext): Caller {
  return context.stdin.isTTY === true ? callerOf(context) : { channel: 'model' };
}

function ofClient(client: string | null): Caller {
  return { channel: 'model', ...(client !== null && { client }) };
}
