/** The batch file runs only on Windows, so the test checks the order of its steps. */
import { expect, test } from 'vitest';
import { renderLauncherCmd } from './launcher-cmd.ts';

const lines = renderLauncherCmd({ node: 'C:\\100% Node\\node.exe', home: 'C:\\hookloom' }).split(
  '\r\n',
);
const after = (text: string): string[] => lines.slice(lines.indexOf(text) + 1);

test('exits with the status of the hook program', () => {
  const call = '"%node%" "%home%\\dist\\hook.cjs" %*';
  expect(after(call)[0]).toBe('exit /b %ERRORLEVEL%');
});

test('fails without Node or the package, except for a client’s hook', () => {
  const missing = after(':missing');
  expect(missing[0]).toBe('if /i not "%~1"=="hook" (');
  expect(missing.indexOf('  exit /b 1')).toBeLessThan(missing.indexOf('  exit /b 2'));
  expect(missing.filter((line) => line === 'exit /b 0')).toHaveLength(1);
  expect(missing.at(-2)).toBe('exit /b 0');
});

test('closes each block before the next one begins', () => {
  let depth = 0;
  for (const line of lines) {
    if (line.endsWith('(')) depth += 1;
    if (line === ')') depth -= 1;
    expect([0, 1]).toContain(depth);
  }
  expect(depth).toBe(0);
});

test('a percent sign in a path does not start a variable', () => {
  expect(lines).toContain('set "node=C:\\100%% Node\\node.exe"');
});
