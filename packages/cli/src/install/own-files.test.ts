import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hookCommand } from './own-files.ts';
import { shellQuote } from './shell-quote.ts';

test('a hook command names node and the hook file by their whole paths', () => {
  const files = { node: '/opt/no de/node', bin: '/b', hook: '/opt/hook.cjs', recording: '/r' };
  expect(hookCommand(files, ['hook', 'claude-code', '--session-id', 's'], 'linux')).toBe(
    "NODE_EXTRA_CA_CERTS= '/opt/no de/node' /opt/hook.cjs hook claude-code --session-id s",
  );
  expect(hookCommand(files, ['hook', 'claude-code'], 'win32')).toBe(
    '"/opt/no de/node" "/opt/hook.cjs" "hook" "claude-code"',
  );
});

test('a quoted word reaches a shell command as it is, whatever it holds', () => {
  const words = fc.array(
    fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(words, (list) => {
      const script = `printf '%s\\0' ${list.map(shellQuote).join(' ')}`;
      const out = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
      expect(out.split('\0').slice(0, -1)).toEqual(list);
    }),
    { numRuns: 20 },
  );
});
