/** Finds sequences of steps that succeeded in several sessions of the clients. Deterministic, without a model. */
import type { StoredEvent } from '@hookloom/core';
import type { SourceEvent } from './proposals.ts';
import { EDIT_STEP, isLook, stepsOf, type Step } from './steps.ts';

export const MINING_METHOD = 'procedure-mining/ngram-v1';

export interface MinedProcedure {
  steps: string[];
  /** How many sessions of the clients contain it. */
  support: number;
  /** 0.50, and 0.05 for each session beyond the first, at most 0.85. */
  confidence: number;
  /** Of one occurrence in each of the first sessions. */
  sources: SourceEvent[];
}

export interface MiningOptions {
  minSupport: number;
  maxLength: number;
}

const MAX_OCCURRENCES = 8;
const MAX_SOURCES = 50;
const MAX_RUN = 2_000;
interface Run {
  session: string;
  steps: Step[];
}

/** Collects the steps of any number of logs, then finds what recurs. */
export function createMiner() {
  const open = new Map<string, Run>();
  const runs: Run[] = [];

  return {
    /** Events of one log in order. `log`: its session id. */
    add(log: string, event: StoredEvent): void {
      const client = event.origin?.session_id ?? event.payload['session_id'];
      const session = typeof client === 'string' && client !== '' ? client : log;
      const key = `${log}\n${session}`;
      for (const step of stepsOf(event)) {
        if (isLook(step.name)) continue;
        if (step.isGood) extend(key, `${log}/${session}`, { ...step, session_id: log });
        else open.delete(key);
      }
    },
    mine: (options: MiningOptions): MinedProcedure[] => mineRuns(runs, options),
  };

  function extend(key: string, session: string, step: Step & SourceEvent): void {
    const run = open.get(key) ?? begin(key, session);
    // The same step again is one step.
    if (run.steps.at(-1)?.name === step.name) return;
    run.steps.push(step);
    if (run.steps.length >= MAX_RUN) open.delete(key);
  }

  function begin(key: string, session: string): Run {
    const run: Run = { session, steps: [] };
    runs.push(run);
    open.set(key, run);
    return run;
  }
}

interface Counted {
  steps: string[];
  /** The first occurrence in each session, in order of the logs. */
  places: Map<string, SourceEvent[]>;
}

function mineRuns(runs: readonly Run[], { minSupport, maxLength }: MiningOptions) {
  const counted = new Map<string, Counted>();
  for (const { session, steps } of runs) {
    for (let at = 0; at < steps.length; at++) {
      for (let length = 2; length <= maxLength && at + length <= steps.length; length++) {
        const part = steps.slice(at, at + length);
        // An edit at the end begins the next piece of work: a procedure ends with what follows an edit.
        if (part.at(-1)!.name === EDIT_STEP) continue;
        const names = part.map(({ name }) => name);
        const key = names.join('\n');
        const found = counted.get(key) ?? { steps: names, places: new Map() };
        if (!found.places.has(session)) found.places.set(session, part.map(sourceOf));
        counted.set(key, found);
      }
    }
  }
  const frequent = [...counted.values()].filter(({ places }) => places.size >= minSupport);
  return withoutContained(frequent)
    .map(minedOf)
    .filter(({ steps }) => new Set(steps).size > 1)
    .toSorted(
      (a, b) =>
        b.support - a.support ||
        b.steps.length - a.steps.length ||
        compare(a.steps.join('\n'), b.steps.join('\n')),
    );
}

/** Drops a sequence that a longer one of the same support contains. */
function withoutContained(found: readonly Counted[]): Counted[] {
  const supports = new Map(found.map((each) => [each.steps.join('\n'), each.places.size]));
  const contained = new Set<string>();
  for (const { steps, places } of found)
    for (let from = 0; from < steps.length; from++)
      for (let to = from + 2; to <= steps.length; to++) {
        if (to - from === steps.length) continue;
        const part = steps.slice(from, to).join('\n');
        if (supports.get(part) === places.size) contained.add(part);
      }
  return found.filter(({ steps }) => !contained.has(steps.join('\n')));
}

function minedOf({ steps, places }: Counted): MinedProcedure {
  const sources = [...places.values()].slice(0, MAX_OCCURRENCES).flat().slice(0, MAX_SOURCES);
  const confidence = Math.min(0.85, 0.5 + 0.05 * (places.size - 1));
  return { steps, support: places.size, confidence: Math.round(confidence * 100) / 100, sources };
}

function sourceOf(step: Step & { session_id?: string }): SourceEvent {
  const { seq, hash, session_id } = step;
  return { seq, hash, ...(session_id !== undefined && { session_id }) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
