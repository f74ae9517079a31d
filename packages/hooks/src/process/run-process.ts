/**
 * Runs a handler's command to the end of its direct child: in its own process group, with all three streams processed at
 * once, output capped, and the complete group ended at the deadline. A background child that has the output open delays
 * nothing. Never rejects.
 */
import type { RawOutcome } from '../engine/outcome.ts';
import { MAX_TIMER_MS } from './max-timer.ts';
import { isGroupLeft, signalGroup, type Running, type Output } from './started.ts';
import { programOf, type Start, startDirectly } from './start-process.ts';
import { startWithNode } from './start-with-node.ts';

export interface ProcessRequest extends Start {
  stdin: string | Buffer;
  timeoutMs: number;
  /** Per output; anything longer is read and dropped. */
  outputCapBytes?: number;
  /** How long to read after the child's end what other processes still have open. */
  drainMs?: number;
  /** From SIGTERM to SIGKILL. */
  graceMs?: number;
}

export const OUTPUT_CAP_BYTES = 1024 * 1024;
const DRAIN_MS = 100;
const GRACE_MS = 2_000;
/** Between two checks whether the group has ended. */
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
  // Before the start, so that a signal that arrives in between is handled after both are done.
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
    // The shell ends first. The programs that it started get the same time to clean up.
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
  // On a busy machine, the timer can fire before bytes that have already arrived are read.
  if (!isOver) return;
  const size = (): number => outputs.reduce((sum, output) => sum + output.size(), 0);
  for (let before = -1; before !== size();) {
    before = size();
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** One output of a process: bounded, decoded once over the joined bytes so that no character is split. */
type Collected = ReturnType<typeof collectOutput>;

function collectOutput(output: Output, capBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  const take = (chunk: Buffer): void => {
    const kept = chunk.subarray(0, capBytes - size);
    if (kept.length < chunk.length) cut = true;
    if (kept.length > 0) chunks.push(kept);
    size += kept.length;
  };
  /** Resolves when every process has closed the output. */
  const ended = new Promise<void>((resolve) => output.read(take, resolve));
  return {
    ended,
    /** Stops reading, whichever process still has it open. */
    stop: () => output.stop(),
    /** Invalid bytes are replacement characters. */
    text: () => Buffer.concat(chunks, size).toString('utf8'),
    truncated: () => cut,
    /** Bytes stored so far. */
    size: () => size,
  };
}

/** With the exit status of each. */
const SIGNALS = new Map<NodeJS.Signals, number>([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);
const endings = new Set<() => void>();

/**
 * If a client ends its hook, this process must also end the processes that it started. Calls `end` when this process is
 * told to end or ends by itself, until the returned function is called.
 */
function endWithUs(end: () => void): () => void {
  if (endings.size === 0) listen();
  endings.add(end);
  return () => {
    // No other listener handles the signal: if there is nothing to end, this process ends like any other.
    if (endings.delete(end) && endings.size === 0) unlisten();
  };
}

function listen(): void {
  for (const signal of SIGNALS.keys()) process.on(signal, onSignal);
  process.on('exit', endAll);
}

function unlisten(): void {
  for (const signal of SIGNALS.keys()) process.off(signal, onSignal);
  process.off('exit', endAll);
}

function onSignal(signal: NodeJS.Signals): void {
  endAll();
  unlisten();
  // A long-lived process has its own listeners, which decide when it ends.
  if (process.listenerCount(signal) === 0) process.exit(SIGNALS.get(signal));
}

function endAll(): void {
  const ending = [...endings];
  endings.clear();
  for (const end of ending) end();
}
