/** Lines in which a test runner reports which test passed or failed: a test's name is not a secret, and is evidence. */

/** Go, Jest, Vitest, Mocha, pytest, Cargo, JUnit, TAP, GoogleTest. */
const TEST_LINE =
  /^(?:[\s|>]|\\u001b\[[\d;]*m|\u001b\[[\d;]*m)*(?:---? (?:PASS|FAIL|SKIP|BENCH):|=== (?:RUN|PAUSE|CONT|NAME) |[✓✔✕✖✗✘×√❯] |(?:not )?ok \d+ |(?:PASS|FAIL|SKIP|XFAIL|XPASS|PASSED|FAILED|SKIPPED|ERROR)\s+\S*[/.:]\S*|# Subtest: |test [\w:./-]+(?: - [^.]*)? \.\.\. |\d+\) |<test(?:case|suite)\b|\[ +(?:OK|RUN|PASSED|FAILED|SKIPPED) +\] |\S+\.py::\S+)/;
const LOOKED_AT = 400;

export function isTestLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOKED_AT), at);
  const escaped = before.lastIndexOf('\\n');
  const start = Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2);
  return TEST_LINE.test(text.slice(at - before.length + start, at + 160));
}
