/** Finds procedures: sequences of steps that succeeded in several client sessions. Deterministic, without a model. */
import type { StoredEvent } from '@hookloom/core/events';
import type { CitedEvent } from '../proposals.ts';
import { describe, type Description } from './describe.ts';
import { kindOf } from './kinds.ts';
import { runsOf } from './runs.ts';
import { commonSequences, type MiningOptions, type Sequence } from './sequences.ts';
import { EDIT_STEP, stepsOf, type Step } from './steps.ts';
import { compareText } from '@hookloom/core';

export const MINING_METHOD = 'procedure-mining/ngram-v1';

export interface MinedProcedure extends Description {
  steps: string[];
  /** How many client sessions contain it. */
  support: number;
  /** 0.50, plus 0.05 for each session beyond the first, at most 0.85. */
  confidence: number;
  /** One occurrence in each of the first sessions. */
  sources: CitedEvent[];
}

const MAX_OCCURRENCES = 8;
const MAX_SOURCES = 50;

/** Collects the steps of any number of logs, then finds recurring sequences. */
export function createMiner() {
  const sessions = new Map<string, { log: string; steps: Step[] }>();
  return {
    /** Adds an event of a log, in order. `log` is the session of the log. */
    add(log: string, event: StoredEvent): void {
      const client = event.origin?.session_id ?? event.payload['session_id'];
      const session = typeof client === 'string' && client !== '' ? client : log;
      const key = `${log}/${session}`;
      const steps = stepsOf(event);
      if (steps.length === 0) return;
      const of = sessions.get(key) ?? { log, steps: [] };
      sessions.set(key, of);
      of.steps.push(...steps);
    },
    mine(options: MiningOptions): MinedProcedure[] {
      const runs = [...sessions].flatMap(([key, { log, steps }]) => runsOf(key, log, steps));
      return distinctWork(commonSequences(runs, options).filter(isProcedure)).map(minedOf);
    },
  };
}

/**
 * Whether it ends with a check or delivers the work. Steps with an unknown result, and two commands without an edit,
 * must have followed each other directly. An edit after a check begins the next piece of work.
 */
function isProcedure({ names, places }: Sequence): boolean {
  const kinds = names.map((name) => kindOf(name));
  const end = kinds.at(-1)!;
  const isClose = [...places.values()].every(
    (steps) => steps.at(-1)!.at - steps[0]!.at === steps.length - 1,
  );
  const isEnd = end.isCheck || end.isDelivery;
  const mayHaveGaps = isEnd && (names.length > 2 || names[0] === EDIT_STEP);
  return (
    names.at(-1) !== EDIT_STEP &&
    !end.isPreparation &&
    names.every((name, at) => name !== EDIT_STEP || kinds[at - 1]?.isCheck !== true) &&
    (mayHaveGaps || isClose)
  );
}

/** A long sequence is a coincidence if only few of the sessions with a part of it contain all of it. */
const MIN_SHARE = 1 / 4;
/** Sequences that share more of their steps count as the same work. */
const MAX_SHARED = 0.6;

/** The longest sequence for each piece of work, most sessions first. */
function distinctWork(found: readonly Sequence[]): Sequence[] {
  const kept: Sequence[] = [];
  for (const each of found.toSorted(longestFirst))
    if (isUsual(each, found) && !kept.some((other) => isSameWork(each, other))) kept.push(each);
  return kept.toSorted((a, b) => b.places.size - a.places.size || longestFirst(a, b));
}

const longestFirst = (a: Sequence, b: Sequence): number =>
  b.names.length - a.names.length ||
  b.places.size - a.places.size ||
  compareText(a.names.join('\n'), b.names.join('\n'));

function isUsual(each: Sequence, found: readonly Sequence[]): boolean {
  return found.every(
    (part) =>
      workOf(part).length === 0 ||
      !isPart(part, each) ||
      each.places.size >= part.places.size * MIN_SHARE,
  );
}

function isSameWork(each: Sequence, longer: Sequence): boolean {
  const [one, other] = [workOf(each), workOf(longer)];
  const shared = one.filter((name) => other.includes(name)).length;
  return shared === one.length || shared / (one.length + other.length - shared) > MAX_SHARED;
}

/** Steps with which any work may end. */
const HANDED_IN = new Set(['command:git commit', 'command:git push']);
const workOf = ({ names }: Sequence): string[] => names.filter((name) => !HANDED_IN.has(name));

const isPart = (part: Sequence, { names }: Sequence): boolean =>
  part.names.every((name) => names.includes(name));

function minedOf({ names, places }: Sequence): MinedProcedure {
  const occurrences = [...places.values()];
  const sources = occurrences.slice(0, MAX_OCCURRENCES).flat().slice(0, MAX_SOURCES).map(sourceOf);
  const confidence = Math.min(0.85, 0.5 + 0.05 * (places.size - 1));
  return {
    ...describe(names, occurrences),
    steps: names,
    support: places.size,
    confidence: Math.round(confidence * 100) / 100,
    sources,
  };
}

const sourceOf = ({ seq, hash, session_id }: CitedEvent): CitedEvent => ({
  seq,
  hash,
  ...(session_id !== undefined && { session_id }),
});
