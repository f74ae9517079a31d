/** Splits the steps of each client session into runs in which everything finally succeeded. */
import { EDIT_STEP, isReadOnlyStep, type Step } from './steps.ts';

export interface RunStep extends Step {
  /** The session of the log. */
  session_id: string;
  /** Its position in the run. */
  at: number;
  /** Whether it failed at first. */
  wasRepeated: boolean;
  /** For edits in a row, all paths. */
  paths: readonly string[];
}

export interface Run {
  session: string;
  steps: RunStep[];
}

const MAX_RUN = 2_000;
/** After this many steps, the same command is a new attempt at something else. */
const MAX_BETWEEN = 12;
const MAX_PATHS = 20;

/**
 * Omits a failed step if it succeeded soon after, because the steps in between fixed it. A step that only failed ends
 * the run.
 */
export function runsOf(session: string, log: string, steps: readonly Step[]): Run[] {
  const runs: Run[] = [];
  let run: Run = { session, steps: [] };
  const repeated = new Set<string>();
  const relevant = steps.filter((step) => !isReadOnlyStep(step));
  for (const [at, step] of relevant.entries()) {
    if (!step.isGood) {
      const next = relevant.slice(at + 1, at + 1 + MAX_BETWEEN);
      if (next.some(({ name, isGood }) => isGood && name === step.name)) {
        repeated.add(step.name);
        continue;
      }
    }
    if (!step.isGood || run.steps.length >= MAX_RUN) {
      if (run.steps.length > 0) runs.push(run);
      run = { session, steps: [] };
      repeated.clear();
      if (!step.isGood) continue;
    }
    extend(run, {
      ...step,
      session_id: log,
      wasRepeated: repeated.delete(step.name),
      paths: [],
      at: 0,
    });
  }
  return run.steps.length > 0 ? [...runs, run] : runs;
}

/** The same step again counts as one: the last one, with the paths of all. */
function extend({ steps }: Run, step: RunStep): void {
  const before = steps.at(-1);
  const paths =
    step.name === EDIT_STEP
      ? [...(before?.name === step.name ? before.paths : []), ...step.words]
      : [];
  const isSame = before?.name === step.name;
  const at = isSame ? steps.length - 1 : steps.length;
  const next = { ...step, at, paths: paths.slice(-MAX_PATHS) };
  if (!isSame) steps.push(next);
  else steps[at] = { ...next, wasRepeated: next.wasRepeated || before.wasRepeated };
}
