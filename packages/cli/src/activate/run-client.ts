/** Runs a client in the foreground, as if the user had started it. */
import { spawn, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import { unavailable, type HookloomError } from '@hookloom/core';

export interface ClientRun {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Shares our standard streams and returns the client's exit status: 128 plus the signal's number if a signal ended it.
 * Forwards signals to the client, except those from the terminal, which the client receives itself.
 *
 * @throws HookloomError `unavailable` if it could not be started.
 */
export async function runClient({ file, args, cwd, env }: ClientRun): Promise<number> {
  // Listen before the client starts, because a signal may arrive at once.
  let child: ChildProcess | undefined;
  const passOn = (signal: NodeJS.Signals): void => {
    const isTyped = signal === 'SIGINT' || signal === 'SIGQUIT';
    if (!isTyped || !process.stdin.isTTY) child?.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  try {
    const started = (child = spawn(file, args, { cwd, env, stdio: 'inherit' }));
    return await new Promise((resolve, reject) => {
      started.once('error', (cause) => reject(notStarted(file, cause)));
      started.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : os.constants.signals[signal])),
      );
    });
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}

function notStarted(file: string, cause: NodeJS.ErrnoException): HookloomError {
  return unavailable(
    `${file} could not be started (${cause.code ?? cause.message}).`,
    'Start it yourself. `hookloom activate` without --launch prints the command.',
    { cause },
  );
}
