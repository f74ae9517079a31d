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

/** What is started for an action. */
export interface Program {
  file: string;
  args: string[];
  /** Windows: the arguments reach the program as they are written here. */
  verbatim: boolean;
}

/**
 * The shell form is `sh -c COMMAND`, on Windows `cmd /d /s /c "COMMAND"`: `/s` takes off the outer quotes alone, so that
 * quotes inside the command stay, and `/d` keeps commands of the registry out.
 *
 * @example programOf({ action: { kind: 'shell', command: 'ls' }, cwd: '/', env: {} }, 'linux')
 * // → { file: '/bin/sh', args: ['-c', 'ls'], verbatim: false }
 */
export function programOf({ action, cwd, env }: Start, platform = process.platform): Program {
  if (action.kind === 'argv') {
    const [program, ...args] = action.argv;
    // A path is meant from where the handler runs; a bare name is looked up.
    const file = /[/\\]/.test(program) ? path.resolve(cwd, program) : program;
    return { file, args, verbatim: false };
  }
  if (platform !== 'win32')
    return { file: '/bin/sh', args: ['-c', action.command], verbatim: false };
  const command = action.windows ?? action.command;
  const file = env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe';
  return { file, args: ['/d', '/s', '/c', `"${command}"`], verbatim: true };
}

/** May throw: a NUL character in a command or an environment that is too large. */
export function startProcess(start: Start): ChildProcess {
  const { file, args, verbatim } = programOf(start);
  return spawn(file, args, {
    cwd: start.cwd,
    env: start.env,
    stdio: 'pipe',
    // A group of its own, so that everything it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
}
