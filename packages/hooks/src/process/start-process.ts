/** How a handler's command becomes a process: a shell's command line or an argument list without a shell. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { HandlerAction } from '../engine/handler.ts';

export interface Start {
  action: Exclude<HandlerAction, { kind: 'http' }>;
  /** Where it runs; relative program paths are meant from here. */
  cwd: string;
  env: Record<string, string>;
}

/** May throw: a NUL character in a command or an environment that is too large. */
export function startProcess({ action, cwd, env }: Start): ChildProcess {
  const isWindows = process.platform === 'win32';
  const options = {
    cwd,
    env,
    stdio: 'pipe' as const,
    // A group of its own, so that everything it starts can be ended with it.
    detached: !isWindows,
    windowsHide: true,
  };
  if (action.kind === 'argv') {
    const [program, ...args] = action.argv;
    // A path is meant from where the handler runs; a bare name is looked up.
    const file = /[/\\]/.test(program) ? path.resolve(cwd, program) : program;
    return spawn(file, args, options);
  }
  if (isWindows) {
    const command = action.windows ?? action.command;
    const shell = env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe';
    return spawn(shell, ['/d', '/s', '/c', `"${command}"`], {
      ...options,
      windowsVerbatimArguments: true,
    });
  }
  return spawn('/bin/sh', ['-c', action.command], options);
}
