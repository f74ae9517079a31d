/** Starts a process as Node does: on Windows, and if `startDirectly` finds no handles. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Ended, Output, Place, Program, Started } from './started.ts';

/** Never rejects. */
export async function startWithNode(
  { file, args, verbatim }: Program,
  { cwd, env }: Place,
): Promise<Started> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd,
      env,
      stdio: 'pipe',
      // A separate group, so that everything it starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
  } catch (error) {
    return { startError: codeOf(error) };
  }
  const { pid } = child;
  // It was not started: the error is on its way.
  if (pid === undefined)
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve({ startError: codeOf(error) }));
    });
  child.on('error', () => {});
  const stdin = child.stdin!;
  // A handler that does not read closes its end, which is not an error.
  stdin.on('error', () => {});
  return {
    pid,
    stdout: outputOf(child.stdout!),
    stderr: outputOf(child.stderr!),
    feed: (input) => void stdin.end(input),
    stopFeeding: () => void stdin.destroy(),
    exited: new Promise<Ended>((resolve) => {
      child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    }),
  };
}

function outputOf(stream: Readable): Output {
  return {
    read(take, end) {
      stream.on('data', take);
      for (const last of ['end', 'close', 'error']) stream.once(last, end);
    },
    stop: () => void stream.destroy(),
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
