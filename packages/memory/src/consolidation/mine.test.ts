import { expect, test } from 'vitest';
import { eventOf } from './histories.fixture.ts';
import { createMiner } from './mine.ts';

let seq = 0;
const call = (session: string, tool_name: string, status = 'ok') =>
  eventOf(++seq, 'tool.call.completed', { tool_name, status, session_id: session });
const run = (session: string, command: string, exit_code = 0) =>
  eventOf(++seq, 'command.completed', { command, exit_code, session_id: session });

function mine(...events: ReturnType<typeof call>[]) {
  const miner = createMiner();
  for (const event of events) miner.add('demo-default', event);
  return miner.mine({ minSupport: 2, maxLength: 8 });
}

test('finds the longest sequence that succeeded in two sessions of one log', () => {
  const session = (name: string) => [
    call(name, 'Edit'),
    run(name, 'npm test'),
    run(name, 'git commit -m x'),
  ];
  expect(mine(...session('a'), ...session('b'))).toEqual([
    {
      steps: ['tool:edit', 'command:npm test', 'command:git commit'],
      support: 2,
      confidence: 0.55,
      sources: expect.any(Array) as unknown,
    },
  ]);
});

test('a failure ends a sequence, one session is no recurrence, and looking around is no procedure', () => {
  expect(mine(call('a', 'Edit'), run('a', 'npm test', 1), run('a', 'git push'))).toEqual([]);
  const failing = (name: string) => [call(name, 'Edit'), run(name, 'npm test', 1)];
  expect(mine(...failing('a'), ...failing('b'))).toEqual([]);
  const looking = (name: string) => [call(name, 'Read'), call(name, 'Grep')];
  expect(mine(...looking('a'), ...looking('b'))).toEqual([]);
});

test('what ends with an edit is no procedure, and a shell call is the command that it ran', () => {
  const session = (name: string) => [
    call(name, 'Edit'),
    call(name, 'Bash'),
    run(name, 'npm test'),
    call(name, 'Edit'),
  ];
  expect(mine(...session('a'), ...session('b')).map(({ steps }) => steps)).toEqual([
    ['tool:edit', 'command:npm test'],
  ]);
});
