/**
 * Decides which of several processes runs the hooks for an event that all of them received: the first to create a file
 * exclusively. The others wait for its answer. Each attempt has its own number, so that no process has to remove the
 * file of one that crashed.
 */
import fs from 'node:fs';
import { isSameProcess, processMark } from './process-mark.ts';

/** A claim without content this long after it was made was left by a crash in between. */
const UNWRITTEN_MS = 2_000;
/** Deliveries of one event arrive within seconds; a hook may take ten minutes. */
const KEPT_MS = 20 * 60_000;

export type Claim<T> =
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

export interface ClaimRequest {
  /** Private folder of the client's session. */
  folder: string;
  /** Names the event; any text. */
  digest: string;
  route: string;
  /** Whether an answer from then, given to these routes, is for an earlier event that only looks the same. */
  isAnother(answer: { atMs: number; routes: readonly string[] }): boolean;
}

/** Checks once. Throws if the folder cannot be written to. */
export function claim<T>(request: ClaimRequest): Claim<T> {
  const { folder, digest, route, isAnother } = request;
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
  try {
    const temporary = `${file}.${process.pid}.tmp`;
    fs.writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    // Then another delivery of the event runs the hooks again.
  }
}

/** The newest attempt; 0 if there is none. */
function lastNumber(folder: string, digest: string): number {
  let number = 0;
  while (fs.existsSync(`${folder}/${digest}.${number + 1}`)) number++;
  return number;
}

/** Forgets answers that no delivery can still request. */
export function sweepClaims(folder: string, nowMs: number): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const file = `${folder}/${name}`;
      if (nowMs - fs.statSync(file).mtimeMs > KEPT_MS) fs.rmSync(file, { force: true });
    }
  } catch {
    // Next time.
  }
}
