/** Programs cut off at every kind of moment, and which of their promises did not hold. */
import fs from 'node:fs';
import path from 'node:path';
import { diskAfter, layOut, type Crash } from './disk.ts';
import { brokenPromises } from './promises.ts';
import { runProgram, type Ack } from './programs.ts';
import type { Call } from './record-calls.ts';

export interface Schedules {
  /** An empty directory, on a file system in memory where there is one. */
  folder: string;
  programs: number;
  /** Crashes of each program. */
  crashes: number;
  seed: number;
  /** Calls that never reach the disk, as if a sync were missing. */
  dropped?: (call: Call) => boolean;
  /** Stop at the first broken promise. */
  first?: boolean;
}

export interface Found {
  schedules: number;
  broken: string[];
}

const CRASHES: readonly Crash[] = ['kill', 'power', 'power_posix'];
const STEPS = 12;

export async function runSchedules(request: Schedules): Promise<Found> {
  const { folder, programs, crashes, seed, dropped, first } = request;
  const found: Found = { schedules: 0, broken: [] };
  for (let program = 0; program < programs; program++) {
    const random = randomFrom(seed + program);
    const root = path.join(folder, 'before');
    fs.mkdirSync(root);
    const all = await runProgram(root, STEPS, random);
    const calls = dropped === undefined ? all : all.filter((call) => !dropped(call));
    fs.rmSync(root, { recursive: true });
    for (let at = 0; at < crashes; at++) {
      const crash = CRASHES[at % CRASHES.length]!;
      const done = calls.slice(0, Math.floor(random() * (calls.length + 1)));
      const acks = done.flatMap((call) => (call.op === 'ack' ? [call.ack as Ack] : []));
      const after = path.join(folder, 'after');
      fs.mkdirSync(after);
      layOut(diskAfter(done, { root, crash, random }), root, after);
      const local = acks.map((ack) =>
        ack.kind === 'archived' ? { ...ack, path: ack.path.slice(root.length) } : ack,
      );
      const broken = await brokenPromises(after, local, crash);
      fs.rmSync(after, { recursive: true });
      found.schedules++;
      found.broken.push(
        ...broken.map(
          (what) => `program ${seed + program}, ${crash} after ${done.length}: ${what}`,
        ),
      );
      if (first === true && found.broken.length > 0) return found;
    }
  }
  return found;
}

/** Mulberry32: the same seed, the same schedules. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
