/** Finds sequences of steps that several sessions have in common, with at most a few other steps in between. */
import type { Run, RunStep } from './runs.ts';

export interface Sequence {
  names: string[];
  /** The closest occurrence in each session, in the order of the sessions. */
  places: Map<string, RunStep[]>;
}

export interface MiningOptions {
  /** How many sessions must have it. */
  minSupport: number;
  maxLength: number;
}

/** How many other steps may be between two of a sequence. */
const MAX_GAP = 2;
/** How many sequences of one length are kept: those that most sessions have. */
const MAX_GROWN = 400;

interface Grown {
  names: string[];
  /** The indices of the closest occurrence, by run and last step. */
  places: Map<string, { run: number; at: number[] }>;
}

/** No sequence contains a step twice. */
export function commonSequences(
  runs: readonly Run[],
  { minSupport, maxLength }: MiningOptions,
): Sequence[] {
  const common = (all: Grown[]): Grown[] =>
    all
      .map((grown) => ({ grown, support: supportOf(grown, runs) }))
      .filter(({ support }) => support >= minSupport)
      .toSorted((a, b) => b.support - a.support)
      .slice(0, MAX_GROWN)
      .map(({ grown }) => grown);
  const found: Grown[] = [];
  let growing = common(startsOf(runs));
  for (let length = 2; length <= maxLength && growing.length > 0; length++) {
    growing = common(growing.flatMap((each) => grow(each, runs)));
    found.push(...growing);
  }
  return found
    .map(({ names, places }) => ({ names, places: closest(places, runs) }))
    .filter(({ places }) => places.size >= minSupport);
}

function supportOf({ places }: Grown, runs: readonly Run[]): number {
  return new Set([...places.values()].map(({ run }) => runs[run]!.session)).size;
}

function startsOf(runs: readonly Run[]): Grown[] {
  const starts = new Map<string, Grown>();
  for (const [run, { steps }] of runs.entries())
    for (const [at, { name }] of steps.entries()) add(starts, [name], run, [at]);
  return [...starts.values()];
}

function grow({ names, places }: Grown, runs: readonly Run[]): Grown[] {
  const longer = new Map<string, Grown>();
  for (const { run, at } of places.values()) {
    const { steps } = runs[run]!;
    const from = at.at(-1)! + 1;
    for (let next = from; next <= from + MAX_GAP && next < steps.length; next++) {
      const { name } = steps[next]!;
      if (!names.includes(name)) add(longer, [...names, name], run, [...at, next]);
    }
  }
  return [...longer.values()];
}

function add(all: Map<string, Grown>, names: string[], run: number, at: number[]): void {
  const key = names.join('\n');
  const grown = all.get(key) ?? { names, places: new Map() };
  all.set(key, grown);
  const end = `${run} ${at.at(-1)}`;
  const other = grown.places.get(end);
  if (other === undefined || spanOf(at) < spanOf(other.at)) grown.places.set(end, { run, at });
}

/**
 * The closest occurrence in each session. Its last step must be known to have succeeded, which confirms those before
 * it.
 */
function closest(places: Grown['places'], runs: readonly Run[]): Sequence['places'] {
  const best = new Map<string, { run: number; at: number[] }>();
  for (const place of places.values()) {
    const { session, steps } = runs[place.run]!;
    if (!steps[place.at.at(-1)!]!.isKnown) continue;
    const other = best.get(session);
    if (other === undefined || spanOf(place.at) < spanOf(other.at)) best.set(session, place);
  }
  return new Map(
    [...best].map(([session, { run, at }]) => [session, at.map((one) => runs[run]!.steps[one]!)]),
  );
}

const spanOf = (at: readonly number[]): number => at.at(-1)! - at[0]!;
