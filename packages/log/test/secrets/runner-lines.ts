/** What test runners print for tests whose names mention secrets. */
import { fill, type Random } from '@hookloom/core/testing';

const NAMES = [
  'token',
  'password',
  'secret',
  'api_key',
  'auth_token',
  'refresh_token',
  'passphrase',
  'session_key',
  'credentials',
  'pass',
  'private_key',
  'bearer',
  'cookie',
  'login_password',
  'pwd',
];
const WHAT = [
  'is_refreshed_[low6]',
  'expires_after_[dig2]s',
  'rejects_[low8]',
  'with_key_[hex8]',
  'case_[dig3]',
  'v[dig1]_[low5]2',
];
/** `{n}` is a name, `{w}` what is tested of it. */
const LINES = [
  // go test
  '=== RUN   Test{n}/{w}',
  '=== PAUSE Test{n}/{w}',
  '--- PASS: Test{n}/{w} (0.0[dig1]s)',
  '    --- FAIL: Test{n}/{n}={w} (0.0[dig1]s)',
  'ok  \texample.invalid/{n}/{w}\t0.[dig3]s',
  'FAIL\texample.invalid/{n}/{w}\t0.[dig3]s',
  '?   \texample.invalid/{n}\t[no test files]',
  // pytest
  'tests/test_{n}.py::test_{n}_{w} PASSED',
  'FAILED tests/test_{n}.py::Test{n}::test_{w} - AssertionError',
  'tests/test_{n}.py::test_{n}[{w}] PASSED  [ [dig2]%]',
  'PASSED tests/test_{n}.py::test_{n}[{n}-{w}]',
  // vitest and jest
  ' ✓ src/{n}.test.ts > {n}: {w} [dig2]ms',
  ' × src/{n}.test.ts > {n} > {w}',
  '   ✓ {n} {w} ([dig2] ms)',
  '   ✕ {n}: {w}',
  'PASS src/{n}/{w}.test.ts ([dig1].[dig1] s)',
  'FAIL src/{n}/{w}.test.ts',
  ' ❯ src/{n}.test.ts ([dig2] tests | [dig1] failed)',
  ' FAIL  src/{n}.test.ts > {n}: {w}',
  // cargo
  'test {n}::tests::{n}_{w} ... ok',
  'test {n}::{w} ... FAILED',
  'test result: ok. [dig2] passed; 0 failed; 0 ignored',
  'test src/{n}.rs - {n}::{w} (line [dig2]) ... ok',
  // JUnit
  '<testcase name="{n} {w}" classname="com.example.{n}" time="0.[dig3]"/>',
  '<testsuite name="com.example.{n}Test" tests="[dig2]" failures="0">',
  '[INFO] Tests run: [dig2], Failures: 0, Errors: 0, Skipped: 0 - in com.example.{n}Test',
  // TAP and Node
  'ok [dig2] - {n}: {w}',
  'not ok [dig2] - {n} {w}',
  '# Subtest: {n} {w}',
  'ok [dig2] {n} {w} # SKIP',
  '# pass [dig2]',
  '# fail 0',
  '✔ {n}: {w} ([dig1].[dig6]ms)',
  '✖ {n} {w} ([dig1].[dig6]ms)',
  // GoogleTest
  '[ RUN      ] {n}Test.{w}',
  '[       OK ] {n}Test.{w} ([dig1] ms)',
  '[  FAILED  ] {n}Test.{w}',
];

export function runnerLines(random: Random): string[] {
  return NAMES.flatMap((name) =>
    LINES.flatMap((line) =>
      WHAT.map((what) => fill(line.replaceAll('{n}', name).replaceAll('{w}', what), random)),
    ),
  );
}
