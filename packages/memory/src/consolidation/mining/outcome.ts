/** Reads from the output of a command how it ended. */

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
