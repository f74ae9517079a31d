import { tableOf } from '@hookloom/core/testing';
import { expect, test } from 'vitest';
import { callerOf } from './caller.ts';

const INIT = '1 0 - 1 /sbin/init';
const SHELL = [INIT, '60 1 - 60 sshd: dev@pts/3', '80 60 pts/3 80 -bash'];
const US = 'node hookloom memory remember';
const at = (
  lines: string[],
  more: { env?: Record<string, string>; isInteractive?: boolean } = {},
) => callerOf({ env: {}, isInteractive: true, processes: () => tableOf(lines), ...more });

test('a command that a person types in a terminal comes from the person', () => {
  expect(at([...SHELL, `90 80 pts/3 80 ${US}`])).toEqual({ channel: 'user' });
});

test('a command in an agent’s process tree comes from the agent, even on a terminal', () => {
  const below = [
    ...SHELL,
    '82 80 pts/3 80 claude',
    '85 82 pts/3 80 bash -c x',
    `90 85 pts/3 80 ${US}`,
  ];
  expect(at(below)).toEqual({ channel: 'model', client: 'claude-code' });
  expect(at([...SHELL, `90 80 pts/3 80 ${US}`], { env: { CODEX_THREAD_ID: 'x' } })).toEqual({
    channel: 'model',
    client: 'codex',
  });
});

test('no person is recognised without a terminal, or in a terminal that a program opened', () => {
  expect(at([...SHELL, `90 80 pts/3 80 ${US}`], { isInteractive: false })).toEqual({
    channel: 'model',
  });
  const faked = [INIT, '70 1 - 70 script -qc x', '80 70 pts/3 80 sh -c x', `90 80 pts/3 80 ${US}`];
  expect(at(faked)).toEqual({ channel: 'model' });
});
