/** What a command line did, according to its exit status and output: one step for each program that ran. */
import { partsOf, programOf, type Part } from './command-line.ts';
import { kindOf } from './kinds.ts';

export interface CommandStep {
  /** `git commit`, `npm run build`, `pytest`. */
  name: string;
  words: string[];
  isGood: boolean;
  /** False if its output reports no failure and nothing else is known. */
  isKnown: boolean;
}

export interface CommandRun {
  command: string;
  /** Null if unknown. */
  exitCode: number | null;
  /** What the client reported; null for neither. */
  reported: 'passed' | 'failed' | null;
  output: string;
}

/** Empty if the outcome is unknown or the line contains no step. */
export function commandSteps({ command, exitCode, reported, output }: CommandRun): CommandStep[] {
  const parts = partsOf(command);
  const programs = parts.map(({ text }) => programOf(text));
  if ((exitCode ?? 0) !== 0 || reported === 'failed' || hasFailed(output)) {
    const last = programs.findLast((program) => program !== null);
    return last === undefined || last === null ? [] : [{ ...last, isGood: false, isKnown: true }];
  }
  const isTold = exitCode === 0 || reported === 'passed';
  // The exit status is that of the last part, and of those before it that had to succeed.
  const from = parts.findLastIndex(({ after }) => after !== '&&');
  return programs.flatMap((program, at) => {
    if (program === null) return [];
    // The status of a pipe is that of its last program.
    const isKnown =
      (at >= from && isTold && !parts[at]!.isFiltered) ||
      (hasPassed(program.name, output) && (at >= from || isCheck(program.name))) ||
      saidNext(parts, at, output);
    return isKnown || output.trim() !== '' ? [{ ...program, isGood: true, isKnown }] : [];
  });
}

const isCheck = (name: string): boolean => kindOf(name).isCheck;

/** `build && echo BUILD_OK` printed BUILD_OK. */
function saidNext(parts: readonly Part[], at: number, output: string): boolean {
  const next = parts[at + 1];
  const said = /^\s*echo\s+([A-Za-z][\w:-]{1,30})\s*$/.exec(next?.text ?? '')?.[1];
  return next?.after === '&&' && said !== undefined && output.split(/\s+/).includes(said);
}

/** A test run or a check that reports that it failed or was stopped. */
const FAILED =
  /(?:^|\s)(?:exit code [1-9]|fatal:|panic:|traceback \(|(?:unhandled )?error(?:\[\w+\])?:|npm err!|--- fail\b|✗|✖|\^C)|^\s*fail(?:ed|ures?)?\b|\b[1-9]\d* (?:fail(?:ed|ing|ures?)?|errors?|issues?)\b|command not found|no such file or directory|unknown (?:option|command)/im;
const PASSED =
  /(?:^|\s)(?:ok\s+\S+\s+(?:\d[\d.]*s\b|\(cached\))|--- pass\b|0 issues\b|build succeeded|all checks passed)|^\s*pass(?:ed)?\b|\b\d+ pass(?:ed|ing)?\b|\bfile\(s\) validated/im;
/** Git's output for each step that it completed. */
const GIT_DONE = new Map([
  ['git commit', /(?:^|\s)\[[\w#/. -]+ [0-9a-f]{7,40}\]/m],
  ['git push', /(?:\.\.[0-9a-f]{7,40}|\[new (?:branch|tag)\])\s+\S+ -> \S+|Everything up-to-date/],
  ['git checkout', /Switched to (?:a new )?branch/],
  ['git switch', /Switched to (?:a new )?branch/],
  ['git merge', /Fast-forward|Merge made by|Already up to date/],
  ['git pull', /Fast-forward|Merge made by|Already up to date/],
]);

export const hasFailed = (output: string): boolean => FAILED.test(output);

export function hasPassed(name: string, output: string): boolean {
  return PASSED.test(output) || (GIT_DONE.get(name)?.test(output) ?? false);
}
