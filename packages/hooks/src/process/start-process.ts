/**
 * Starts a handler's command: a shell's command line, or an argument list without a shell.
 *
 * It goes through the handles below `node:child_process`, as `stdin.ts` reads below `node:net`: loading and running
 * Node's modules for processes, streams and sockets costs more than everything else that a handler's start needs.
 */
import { attempt } from '@hookloom/core';
import type { Ended, Output, Place, Program, Started } from './started.ts';
import path from 'node:path';
import type { HandlerAction } from '../engine/handler.ts';

interface Handle {
  close(): void;
}
interface Pipe extends Handle {
  onread: (chunk: ArrayBuffer | undefined) => void;
  readStart(): number;
  writeBuffer(request: object, bytes: Buffer): number;
  shutdown(request: object): number;
}
interface ProcessHandle extends Handle {
  pid: number;
  onexit: (exitCode: number, signal: NodeJS.Signals | '') => void;
  spawn(options: object): number;
}
interface Bindings {
  process_wrap: { Process: new () => ProcessHandle };
  pipe_wrap: { Pipe: new (type: number) => Pipe; constants: { SOCKET: number } };
  stream_wrap: { WriteWrap: new () => object; ShutdownWrap: new () => object };
}

/**
 * Null on Windows and outside Node 20: `startWithNode` handles those. Newer versions of Node end the process. Never
 * throws.
 */
export function startDirectly(program: Program, { cwd, env }: Place): Started | null {
  if (process.platform === 'win32' || !process.version.startsWith('v20.')) return null;
  const bindings = bindingsOf();
  if (bindings === null) return null;
  const { process_wrap, pipe_wrap, stream_wrap } = bindings;
  const args = [program.file, ...program.args];
  const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // The system would truncate such a text there.
  if ([cwd, ...args, ...envPairs].some((text) => text.includes('\0')))
    return { startError: 'ERR_INVALID_ARG_VALUE' };
  const [stdin, stdout, stderr] = [0, 1, 2].map(
    () => new pipe_wrap.Pipe(pipe_wrap.constants.SOCKET),
  ) as [Pipe, Pipe, Pipe];
  const child = new process_wrap.Process();
  const exited = new Promise<Ended>((resolve) => {
    child.onexit = (exitCode, signal) => {
      child.close();
      resolve(signal === '' ? { exitCode, signal: null } : { exitCode: null, signal });
    };
  });
  const error = child.spawn({
    file: program.file,
    args,
    cwd,
    envPairs,
    stdio: [stdin, stdout, stderr].map((handle) => ({ type: 'pipe', handle })),
    // A separate group, so that everything it starts can be ended with it.
    detached: true,
  });
  if (error !== 0) {
    for (const handle of [stdin, stdout, stderr, child]) handle.close();
    const { getSystemErrorName } = process.getBuiltinModule('node:util');
    return { startError: getSystemErrorName(error) };
  }
  return {
    pid: child.pid,
    stdout: outputOf(stdout),
    stderr: outputOf(stderr),
    feed: (input) => feed(stdin, Buffer.from(input), stream_wrap),
    stopFeeding: () => stdin.close(),
    exited,
  };
}

function feed(stdin: Pipe, buffer: Buffer, wraps: Bindings['stream_wrap']): void {
  // The bytes must stay until they are written.
  const write = Object.assign(new wraps.WriteWrap(), { buffer, oncomplete: () => {} });
  const shutdown = Object.assign(new wraps.ShutdownWrap(), { oncomplete: () => stdin.close() });
  // A handler that does not read closes its end, which is not an error.
  if (stdin.writeBuffer(write, buffer) !== 0 || stdin.shutdown(shutdown) !== 0) stdin.close();
}

function outputOf(pipe: Pipe): Output {
  return {
    read(take, end) {
      pipe.onread = (chunk) => {
        if (chunk !== undefined) return take(Buffer.from(chunk));
        pipe.close();
        end();
      };
      if (pipe.readStart() !== 0) pipe.onread(undefined);
    },
    stop: () => pipe.close(),
  };
}

function bindingsOf(): Bindings | null {
  return attempt(() => {
    // Some clients would read a printed deprecation warning as an answer.
    process.noDeprecation = true;
    const { binding } = process as unknown as {
      binding<Name extends keyof Bindings>(name: Name): Bindings[Name];
    };
    const found: Bindings = {
      process_wrap: binding('process_wrap'),
      pipe_wrap: binding('pipe_wrap'),
      stream_wrap: binding('stream_wrap'),
    };
    const needed = [found.process_wrap.Process, found.pipe_wrap.Pipe, found.stream_wrap.WriteWrap];
    return needed.every((one) => typeof one === 'function') ? found : null;
  });
}

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
