/**
 * If an event arrives twice, its hooks run once: the first delivery runs them, and the others get its answer. It does
 * not matter whether the deliveries come from settings of the project and the user, a plugin, another transport, or
 * Copilot running Claude Code's file.
 */
import { contentDigest, type HookEvent } from '@hookloom/core/hook';
import { attempt, isRunning, sha256Hex, quietly, replaceFile } from '@hookloom/core';
import fs from 'node:fs';

/** One route by which an event reached us. */
export interface Delivery {
  /** Epoch milliseconds at which the client started this delivery, or later. */
  startedMs: number;
  /** The command line or address that was called. A client calls the same one only once per event. */
  route: string;
}

export interface OnceRequest<T> {
  /** The session's folder of state. */
  sessionDir: string;
  event: HookEvent;
  /** What the deliveries of the event have in common, if the client has its own rule. */
  identity?: string | null | undefined;
  delivery: Delivery;
  run(): Promise<T>;
  /** The data stored for the other deliveries; pure JSON. */
  keep(result: T): unknown;
  /** Makes a result from another delivery's data. */
  take(kept: unknown): T;
}

/** Clients that start the hooks of several files one after the other do so within this time. */
const NEXT_ROUTE_MS = 60_000;
/** No hook runs longer. A process that continues to live without an answer is not waited for. */
const LONGEST_MS = 10 * 60_000;
const [FIRST_LOOK_MS, LAST_LOOK_MS] = [4, 40] as const;

export async function handleOnce<T>(request: OnceRequest<T>): Promise<T> {
  const { sessionDir, event, identity, delivery, run, keep, take } = request;
  const folder = `${sessionDir}/told`;
  const digest = contentDigest(identity ?? identityOf(event));
  const ask = (): Claim<unknown> | null => {
    // The disk is full. Hooks that run twice are better than hooks that do not run.
    return attempt(() => claim<unknown>({ folder, digest, route: delivery.route, isAnother }));
  };
  const isAnother = (answer: { atMs: number; routes: readonly string[] }): boolean => {
    if (delivery.startedMs <= answer.atMs) return false;
    return (
      answer.routes.includes(delivery.route) || delivery.startedMs - answer.atMs > NEXT_ROUTE_MS
    );
  };
  const until = Date.now() + LONGEST_MS;
  for (let waitMs: number = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LAST_LOOK_MS)) {
    const claimed = ask();
    if (claimed === null || (claimed.kind === 'running' && Date.now() > until)) return run();
    if (claimed.kind === 'answered') {
      claimed.serve();
      return take(claimed.value);
    }
    if (claimed.kind === 'mine') {
      // Names are digests, so one in 64 events, and each session start, removes old files.
      if (
        event.event_type === 'session_start' ||
        digest.startsWith('00') ||
        digest.startsWith('40')
      )
        sweepClaims(folder, Date.now());
      return runAndAnswer(claimed, run, keep);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/**
 * The same text for the same event, whichever settings, plugin or transport delivered it. The client's session is not part
 * of it, because the answers of a session are stored together.
 */
function identityOf({
  native_event: native,
  tool_use_id: call,
  agent_id: agent,
  raw,
  tool,
}: HookEvent): string {
  // If a client restarts its ids, a call could otherwise get the answer to another one.
  const about = call === null ? raw.trimEnd() : JSON.stringify(tool?.input ?? null);
  return [native, agent ?? '', call ?? '', sha256Hex(about)].join('\n');
}

async function runAndAnswer<T>(
  mine: Extract<Claim<unknown>, { kind: 'mine' }>,
  run: () => Promise<T>,
  keep: (result: T) => unknown,
): Promise<T> {
  let result: T;
  try {
    result = await run();
  } catch (error) {
    mine.giveUp();
    throw error;
  }
  mine.answer(keep(result));
  return result;
}

/** After this time, a claim without content was left by a crash. */
const UNWRITTEN_MS = 2_000;
/** Deliveries of one event arrive within seconds; a hook may take ten minutes. */
const KEPT_MS = 20 * 60_000;

/**
 * Which of several processes runs the hooks for an event that all of them received: the first to create a file
 * exclusively. The others wait for its answer. Each attempt has its own number, so that no process has to remove the
 * file of one that crashed.
 */
type Claim<T> =
  /** The caller runs the hooks, then calls `answer`, or `giveUp` if it failed. */
  | { kind: 'mine'; answer(value: T): void; giveUp(): void }
  | { kind: 'running' }
  | { kind: 'answered'; value: T; atMs: number; routes: readonly string[]; serve(): void };

interface Kept<T> {
  mark?: string;
  atMs: number;
  /** The routes by which the event arrived so far. */
  routes: string[];
  value?: T;
  /** The process that ran it failed. */
  gone?: true;
}

interface ClaimRequest {
  /** Private folder of the client's session. */
  folder: string;
  /** Names the event; any text. */
  digest: string;
  route: string;
  /** Whether an answer from then, given to these routes, is for an earlier event that only looks the same. */
  isAnother(answer: { atMs: number; routes: readonly string[] }): boolean;
}

/** Checks once. Throws if the folder cannot be written to. */
function claim<T>({ folder, digest, route, isAnother }: ClaimRequest): Claim<T> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let number = lastNumber(folder, digest); ; number++) {
    const file = `${folder}/${digest}.${number}`;
    const kept = readKept<T>(file);
    if (kept === null) {
      const mine = make<T>(file, route);
      if (mine !== null) return mine;
      return { kind: 'running' };
    }
    if (kept === 'unwritten') return { kind: 'running' };
    const { value, atMs, routes } = kept;
    if (value !== undefined) {
      if (isAnother({ atMs, routes })) continue;
      const serve = (): void => write(file, { atMs, routes: [...routes, route], value });
      return { kind: 'answered', value, atMs, routes, serve };
    }
    const isLost = kept.gone === true || !isSameProcess(kept.mark ?? '');
    if (!isLost) return { kind: 'running' };
  }
}

function make<T>(file: string, route: string): Claim<T> | null {
  const kept: Kept<T> = { mark: processMark(), atMs: Date.now(), routes: [route] };
  try {
    fs.writeFileSync(file, JSON.stringify(kept), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
  return {
    kind: 'mine',
    answer: (value) => write(file, { atMs: Date.now(), routes: [route], value }),
    giveUp: () => write(file, { ...kept, gone: true }),
  };
}

function readKept<T>(file: string): Kept<T> | 'unwritten' | null {
  try {
    const text = fs.readFileSync(file, 'utf8');
    if (text !== '') return JSON.parse(text) as Kept<T>;
    const age = Date.now() - fs.statSync(file).mtimeMs;
    return age < UNWRITTEN_MS ? 'unwritten' : { atMs: 0, routes: [], gone: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return { atMs: 0, routes: [], gone: true };
  }
}

/** Complete or absent: another process may read it at any moment. */
function write<T>(file: string, kept: Kept<T>): void {
  // If it fails, another delivery of the event runs the hooks again.
  quietly(() => replaceFile(file, JSON.stringify(kept)));
}

/** The newest attempt; 0 if there is none. */
function lastNumber(folder: string, digest: string): number {
  let number = 0;
  while (fs.existsSync(`${folder}/${digest}.${number + 1}`)) number++;
  return number;
}

/** Removes answers that no delivery can still request. */
function sweepClaims(folder: string, nowMs: number): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const file = `${folder}/${name}`;
      if (nowMs - fs.statSync(file).mtimeMs > KEPT_MS) fs.rmSync(file, { force: true });
    }
  } catch {
    // It is tried again next time.
  }
}

/** The system counts the start of a process in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const TICK_MS = 1_000 / TICKS_PER_SECOND;

/** Tells a process from a later one of the same number. `pid:start`; the start is empty if the system has no process table. */
function processMark(): string {
  return `${process.pid}:${startTicks(process.pid) ?? ''}`;
}

function isSameProcess(mark: string): boolean {
  const [pid = '', start = ''] = mark.split(':');
  if (!/^[1-9]\d*$/.test(pid) || !isRunning(Number(pid))) return false;
  return start === '' || startTicks(Number(pid)) === start;
}

/**
 * When this process was started, epoch milliseconds: from the system if it provides it, because a busy machine may take
 * long to start Node itself. Never before the real start.
 */
export function processStartedMs(): number {
  const ticks = startTicks(process.pid);
  const uptime = textOf('/proc/uptime');
  if (ticks === null || uptime === null) return Math.ceil(performance.timeOrigin);
  const ageMs = Number(uptime.split(' ')[0]) * 1_000 - Number(ticks) * TICK_MS;
  return Math.min(Math.ceil(Date.now() - ageMs + TICK_MS), Math.ceil(performance.timeOrigin));
}

/** Field 22 of the table, counted after the name, which may contain anything. */
function startTicks(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === null) return null;
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function textOf(file: string): string | null {
  return attempt(() => fs.readFileSync(file, 'latin1'));
}
