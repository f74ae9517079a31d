/** Starts `codex app-server` as a process: one JSON message per line on its standard streams. */
import { spawn, type ChildProcess } from 'node:child_process';
import { unavailable, type HookloomError } from '@hookloom/core';
import { createLineSplitter } from './line-splitter.ts';
import {
  HIGH_WATER_BYTES,
  MAX_BUFFERED_BYTES,
  MAX_MESSAGE_BYTES,
  type Transport,
  type TransportEnd,
} from './transport.ts';

const DEFAULT_ARGV: readonly [string, ...string[]] = ['codex', 'app-server'];
/** The stored length of the end of its standard error. */
const STDERR_BYTES = 16 * 1024;
/**
 * Codex ends when its input ends, and runs its session-end hooks then
 * (docs/reference/client-behaviour.md#codex-app-server).
 */
const GRACE_MS = 2_000;

export interface StdioOptions {
  /** The command to start. Default: `codex app-server`. */
  argv?: readonly [string, ...string[]];
  /** The folder it is started in. Default: that of this process. */
  cwd?: string;
  /** Default: that of this process. */
  env?: Record<string, string | undefined>;
  /** Longer messages are dropped. Default: 8 MiB. */
  maxMessageBytes?: number;
  /** Milliseconds from the end of its input to SIGTERM, and from there to SIGKILL. Default: 2,000. */
  graceMs?: number;
}

/**
 * Starts the process. On POSIX it leads its own group, because the `codex` of npm is a wrapper around the real one: a
 * process that does not end by itself is ended by that group's id.
 *
 * @throws `unavailable` when it cannot be started.
 */
export async function connectStdio(options: StdioOptions = {}): Promise<Transport> {
  const [command, ...args] = options.argv ?? DEFAULT_ARGV;
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(notStarted(command, cause)));
  });
  return transportOf(
    child,
    options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    options.graceMs ?? GRACE_MS,
  );
}

type Piped = ChildProcess & {
  stdin: NonNullable<ChildProcess['stdin']>;
  stdout: NonNullable<ChildProcess['stdout']>;
  stderr: NonNullable<ChildProcess['stderr']>;
};

function transportOf(spawned: ChildProcess, maxMessageBytes: number, graceMs: number): Transport {
  const child = spawned as Piped;
  let onMessage: (text: string) => void = () => {};
  let onClose: (end: TransportEnd) => void = () => {};
  let ended: TransportEnd | null = null;
  let closing = false;
  let stderr = Buffer.alloc(0);

  const lines = createLineSplitter(maxMessageBytes, (line) => {
    if (line.trim() !== '') onMessage(line);
  });
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_BYTES);
  });
  // The process is gone, which `close` reports.
  child.stdin.on('error', () => {});
  child.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      const how = signal === null ? `exit status ${code ?? 'unknown'}` : `signal ${signal}`;
      ended = {
        reason: closing ? 'closed_by_us' : 'ended',
        detail: [how, stderr.toString('utf8').trim()].filter((part) => part !== '').join(': '),
      };
      resolve();
      onClose(ended);
    });
  });

  return {
    send(text) {
      if (ended !== null || closing || child.stdin.writableLength > MAX_BUFFERED_BYTES)
        return Promise.reject(noLonger(ended));
      child.stdin.write(text + '\n');
      return child.stdin.writableLength <= HIGH_WATER_BYTES
        ? Promise.resolve()
        : drained(child, gone);
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose(listener) {
      onClose = listener;
      if (ended !== null) listener(ended);
    },
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    async close() {
      closing = true;
      if (ended !== null) return;
      child.stdin.end();
      // A paused output would never end, and `close` waits for its end.
      child.stdout.resume();
      const timers = (['SIGTERM', 'SIGKILL'] as const).map((signal, at) =>
        setTimeout(() => signalGroup(child, signal), graceMs * (at + 1)),
      );
      await gone;
      for (const timer of timers) clearTimeout(timer);
    },
    get bufferedBytes() {
      return child.stdin.writableLength;
    },
    get dropped() {
      return lines.dropped;
    },
  };
}

async function drained(child: Piped, gone: Promise<void>): Promise<void> {
  let stop = (): void => {};
  const drain = new Promise<void>((resolve) => {
    child.stdin.once('drain', resolve);
    stop = () => child.stdin.off('drain', resolve);
  });
  await Promise.race([drain, gone]);
  stop();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has ended in between.
  }
}

function notStarted(command: string, cause: Error): HookloomError {
  return unavailable(
    `The app-server could not be started: ${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    `Install Codex, or name the program to start instead of ${JSON.stringify(command)}.`,
    { cause },
  );
}

function noLonger(ended: TransportEnd | null): HookloomError {
  return unavailable(
    ended === null ? 'The app-server no longer accepts messages.' : 'The app-server has ended.',
    'Wait until the client has connected again, then try once more.',
  );
}
