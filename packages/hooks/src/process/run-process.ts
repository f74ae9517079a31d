/**
 * Runs a handler's command to the end of its direct child: in its own process group, with all three streams pumped at
 * once, output capped, and the whole group ended at the deadline. A background child that holds the output delays
 * nothing. Never rejects.
 */
import type { ChildProcess } from 'node:child_process';
import type { RawOutcome } from '../engine/outcome.ts';
import { endWithUs } from './end-with-us.ts';
import { MAX_TIMER_MS } from './max-timer.ts';
import { collectOutput, type Collected } from './output.ts';
import { isGroupLeft, signalGroup } from './process-group.ts';
import { startProcess, type Start } from './start-process.ts';

export interface ProcessRequest extends Start {
  stdin: string | Buffer;
  timeoutMs: number;
  /** Per output; anything longer is read and dropped. */
  outputCapBytes?: number;
  /** How long to wait after the child's end for output that other processes still hold. */
  drainMs?: number;
  /** From SIGTERM to SIGKILL. */
  graceMs?: number;
}

export const OUTPUT_CAP_BYTES = 1024 * 1024;
const DRAIN_MS = 100;
const GRACE_MS = 2_000;
/** Interval between two checks whether the group has ended. */
const LOOK_MS = 20;

export type ProcessOutcome = RawOutcome & { kind: 'process' };

/**
 * @example await runProcess({ action: { kind: 'shell', command: 'cat' }, cwd: '/', env: {}, stdin: '{}', timeoutMs: 1000 })
 * // → { kind: 'process', exitCode: 0, stdout: '{}', … }
 */
export function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  const startedMs = performance.now();
  const ended = (parts: Partial<ProcessOutcome>): ProcessOutcome => ({
    kind: 'process',
    exitCode: null,
    signal: null,
    timedOut: false,
    startError: null,
    stdout: '',
    stderr: '',
    truncated: false,
    ...parts,
    durationMs: performance.now() - startedMs,
  });
  return new Promise((resolve) => {
    let child: ChildProcess | undefined;
    // Before the start: we handle a signal that comes in between after both are done.
    const forget = endWithUs(() => {
      if (child?.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    });
    try {
      child = startProcess(request);
    } catch (error) {
      forget();
      resolve(ended({ startError: codeOf(error) }));
      return;
    }
    child.once('error', (error) => resolve(ended({ startError: codeOf(error) })));
    // It was not started: the error is on its way.
    if (child.pid === undefined) return forget();
    void followProcess(child, child.pid, request, forget).then((parts) => resolve(ended(parts)));
  });
}

/** Feeds and reads a process until it has ended; calls `forget` when nothing of it needs to end with us. */
async function followProcess(
  child: ChildProcess,
  pid: number,
  request: ProcessRequest,
  forget: () => void,
): Promise<Partial<ProcessOutcome>> {
  const { stdin, timeoutMs, graceMs = GRACE_MS, drainMs = DRAIN_MS } = request;
  const { outputCapBytes = OUTPUT_CAP_BYTES } = request;
  const stdout = collectOutput(child.stdout!, outputCapBytes);
  const stderr = collectOutput(child.stderr!, outputCapBytes);
  // A handler that never reads closes its end: not an error.
  child.stdin!.on('error', () => {});
  child.stdin!.end(stdin);
  let killAtMs = 0;
  let kill: NodeJS.Timeout | undefined;
  const deadline = setTimeout(
    () => {
      killAtMs = performance.now() + graceMs;
      signalGroup(pid, 'SIGTERM');
      kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  const { exitCode, signal } = await new Promise<Pick<ProcessOutcome, 'exitCode' | 'signal'>>(
    (resolve) => void child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  clearTimeout(deadline);
  const timedOut = kill !== undefined;
  if (timedOut) {
    // The shell is gone first; the programs it started get the same time to clean up.
    while (performance.now() < killAtMs && isGroupLeft(pid)) await wait(LOOK_MS);
    clearTimeout(kill);
    if (isGroupLeft(pid)) signalGroup(pid, 'SIGKILL');
  }
  forget();
  await drained([stdout, stderr], drainMs);
  // Other processes may still hold the other ends; they must not keep this process alive.
  child.stdin!.destroy();
  stdout.stop();
  stderr.stop();
  return {
    exitCode,
    signal,
    timedOut,
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated: stdout.truncated() || stderr.truncated(),
  };
}

/** Until everything was read, or others have held the outputs open for too long. */
async function drained(outputs: readonly Collected[], drainMs: number): Promise<void> {
  const isOver = await Promise.race([
    Promise.all(outputs.map(({ ended }) => ended)).then(() => false),
    wait(drainMs).then(() => true),
  ]);
  // On a busy machine the timer can fire before bytes that arrived long ago were read.
  if (!isOver) return;
  for (let before = -1; before !== sizeOf(outputs);) {
    before = sizeOf(outputs);
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

function sizeOf(outputs: readonly Collected[]): number {
  return outputs.reduce((sum, { size }) => sum + size(), 0);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
