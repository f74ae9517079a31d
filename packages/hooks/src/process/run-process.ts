/**
 * Runs a handler's command to the end of its direct child: in its own process group, with all three streams processed at
 * once, output capped, and the complete group ended at the deadline. A background child that has the output open delays
 * nothing. Never rejects.
 */
import type { RawOutcome } from '../engine/outcome.ts';
import { endWithUs } from './end-with-us.ts';
import { MAX_TIMER_MS } from './max-timer.ts';
import { collectOutput, type Collected } from './output.ts';
import { isGroupLeft, signalGroup } from './process-group.ts';
import { programOf, type Start } from './start-process.ts';
import { startDirectly } from './start-directly.ts';
import { startWithNode } from './start-with-node.ts';
import type { Running } from './started.ts';

export interface ProcessRequest extends Start {
  stdin: string | Buffer;
  timeoutMs: number;
  /** Per output; anything longer is read and dropped. */
  outputCapBytes?: number;
  /** How long to wait after the child's end for output that other processes still have open. */
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
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
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
  let pid: number | undefined;
  // Before the start: a signal that arrives in between is handled after both are done.
  const forget = endWithUs(() => {
    if (pid !== undefined) signalGroup(pid, 'SIGKILL');
  });
  const program = programOf(request);
  const started = startDirectly(program, request) ?? (await startWithNode(program, request));
  if ('startError' in started) {
    forget();
    return ended(started);
  }
  ({ pid } = started);
  return ended(await followProcess(started, request, forget));
}

/** Feeds and reads a process until it has ended; calls `forget` when nothing of it needs to end with us. */
async function followProcess(
  running: Running,
  request: ProcessRequest,
  forget: () => void,
): Promise<Partial<ProcessOutcome>> {
  const { stdin, timeoutMs, graceMs = GRACE_MS, drainMs = DRAIN_MS } = request;
  const { outputCapBytes = OUTPUT_CAP_BYTES } = request;
  const { pid } = running;
  const stdout = collectOutput(running.stdout, outputCapBytes);
  const stderr = collectOutput(running.stderr, outputCapBytes);
  running.feed(stdin);
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
  const { exitCode, signal } = await running.exited;
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
  // Other processes may still have the other ends open; they must not keep this process alive.
  running.stopFeeding();
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

/** Until everything was read, or others have had the outputs open for too long. */
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
