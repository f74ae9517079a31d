/** How a handler's command becomes a process: a shell's command line or an argument list without a shell. */
import path from 'node:path';
import type { HandlerAction } from '../engine/handler.ts';
import type { Place, Program } from './started.ts';

export interface Start extends Place {
  action: Exclude<HandlerAction, { kind: 'http' }>;
}

/**
 * The shell form is `sh -c COMMAND`, on Windows `cmd /d /s /c "COMMAND"`: `/s` removes only the outer quotes, so that
 * quotes inside the command stay, and `/d` disables commands of the registry.
 *
 * @example programOf({ action: { kind: 'shell', command: 'ls' }, cwd: '/', env: {} }, 'linux')
 * // → { file: '/bin/sh', args: ['-c', 'ls'], verbatim: false }
 */
export function programOf({ action, cwd, env }: Start, platform = process.platform): Program {
  if (action.kind === 'argv') {
    const [program, ...args] = action.argv;
    // A path is relative to the handler's folder; a bare name is looked up.
    const file = /[/\\]/.test(program) ? path.resolve(cwd, program) : program;
    return { file, args, verbatim: false };
  }
  if (platform !== 'win32')
    return { file: '/bin/sh', args: ['-c', action.command], verbatim: false };
  const command = action.windows ?? action.command;
  const file = env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe';
  return { file, args: ['/d', '/s', '/c', `"${command}"`], verbatim: true };
}
