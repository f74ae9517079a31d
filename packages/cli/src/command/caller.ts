/** Who appends through the command line: a person at a terminal, or a program that speaks for a model (law 9). */
import type { Caller } from '@hookloom/worker';
import type { CommandContext } from './context.ts';

/** Variables that agent clients set in the shells they open. */
const AGENT_SHELLS: readonly (readonly [variable: string, client: string])[] = [
  ['CLAUDECODE', 'claude-code'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['GEMINI_CLI', 'gemini'],
  ['CURSOR_AGENT', 'cursor'],
];

/**
 * `user` for a person at a terminal. Inside an agent's shell, or where no terminal is in sight, nobody can tell, and
 * the event is labelled `model`: trust that is not certain is not given.
 */
export function callerOf(context: CommandContext): Caller {
  const shell = AGENT_SHELLS.find(([variable]) => (context.env[variable] ?? '') !== '');
  if (shell !== undefined) return { channel: 'model', client: shell[1] };
  return { channel: context.isInteractive ? 'user' : 'model' };
}
