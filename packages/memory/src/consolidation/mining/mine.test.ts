import { expect, test } from 'vitest';
import { eventOf } from '../histories.fixture.ts';
import { createMiner } from './mine.ts';

let seq = 0;
type Event = ReturnType<typeof eventOf>;
const call = (session: string, tool_name: string, status = 'ok') =>
  eventOf(++seq, 'tool.call.completed', { tool_name, status, session_id: session });
const run = (session: string, command: string, exit_code: number | null = 0, stdout = '') =>
  eventOf(++seq, 'command.completed', { command, exit_code, stdout, session_id: session });
const edit = (session: string, path: string) =>
  eventOf(++seq, 'file.edit.applied', { path, operation: 'modified', session_id: session });

function mine(...events: Event[]) {
  const miner = createMiner();
  for (const event of events) miner.add('demo-default', event);
  return miner.mine({ minSupport: 2, maxLength: 8 });
}

const inTwo = (session: (name: string) => Event[]) => mine(...session('a'), ...session('b'));
const stepsIn = (session: (name: string) => Event[]) => inTwo(session).map(({ steps }) => steps);

test('finds the longest sequence that succeeded in two sessions of one log, as a person would write it', () => {
  const session = (name: string) => [
    edit(name, `src/${name}/cart.ts`),
    run(name, `npx vitest run src/${name}`),
    run(name, `git commit -m "fix ${name}"`),
  ];
  expect(inTwo(session)).toEqual([
    {
      title: 'Change `*.ts`, run the tests and commit',
      when: 'When you change `*.ts`.',
      steps: ['tool:edit', 'command:npx vitest', 'command:git commit'],
      instructions: [
        'Change `*.ts`.',
        'Run `npx vitest run <path>`.',
        'Run `git commit -m <message>`.',
      ],
      check: '`npx vitest run <path>` and `git commit -m <message>` succeed.',
      support: 2,
      confidence: 0.55,
      sources: expect.any(Array) as unknown,
    },
  ]);
});

test('a failure that nothing fixed ends a sequence, and one session is not a recurrence', () => {
  expect(mine(call('a', 'Edit'), run('a', 'npm test', 1), run('a', 'git push'))).toEqual([]);
  expect(stepsIn((name) => [call(name, 'Edit'), run(name, 'npm test', 1)])).toEqual([]);
  expect(
    stepsIn((name) => [call(name, 'Edit'), run(name, 'npm test', 1), run(name, 'git push')]),
  ).toEqual([]);
});

test('a step that first failed and then succeeded is one step, with the advice to try again', () => {
  const [found] = inTwo((name) => [
    edit(name, 'a.go'),
    run(name, 'go test ./...', 1),
    edit(name, 'b.go'),
    run(name, 'go test ./...'),
  ]);
  expect(found!.steps).toEqual(['tool:edit', 'command:go test']);
  expect(found!.instructions.at(-1)).toBe(
    'Run `go test ./...`. If it fails, correct what it reports and run it again.',
  );
});

test('reading files is not a procedure, and other steps may occur in between', () => {
  expect(stepsIn((name) => [call(name, 'Read'), call(name, 'Grep')])).toEqual([]);
  expect(stepsIn((name) => [run(name, 'gh pr view 12'), run(name, 'git tag --list')])).toEqual([]);
  const between = (name: string) => (name === 'a' ? [run(name, 'make docs')] : []);
  expect(
    stepsIn((name) => [edit(name, 'a.rs'), ...between(name), run(name, 'cargo test')]),
  ).toEqual([['tool:edit', 'command:cargo test']]);
});

test('a sequence that ends with an edit is not a procedure, and a shell call is the command that it ran', () => {
  const session = (name: string) => [
    call(name, 'Edit'),
    call(name, 'Bash'),
    run(name, 'npm test'),
    call(name, 'Edit'),
  ];
  expect(stepsIn(session)).toEqual([['tool:edit', 'command:npm test']]);
});

test('a step with an unknown result is kept only if a later one is known to have succeeded', () => {
  const start = (name: string) => [edit(name, 'a.go'), run(name, 'make fix', null, 'fixed 2')];
  expect(stepsIn(start)).toEqual([]);
  expect(stepsIn((name) => [...start(name), run(name, 'go test ./...')])).toEqual([
    ['tool:edit', 'command:make fix', 'command:go test'],
  ]);
});

test('does not propose a part or a variant of a longer procedure again', () => {
  const session = (name: string, ...commands: string[]) => [
    edit(name, 'a.go'),
    ...commands.map((command) => run(name, command)),
  ];
  const found = mine(
    ...session('a', 'gofmt -w .', 'go test ./...', 'golangci-lint run'),
    ...session('b', 'gofmt -w .', 'go test ./...', 'golangci-lint run'),
    ...session('c', 'golangci-lint run', 'go test ./...'),
    ...session('d', 'golangci-lint run', 'go test ./...'),
  );
  expect(found.map(({ steps }) => steps)).toEqual([
    ['tool:edit', 'command:gofmt', 'command:go test', 'command:golangci-lint run'],
  ]);
});

test('repeats no option value that may be a secret, and no text or path of a person', () => {
  const [found] = inTwo((name) => [
    edit(name, 'a.ts'),
    run(name, 'npm publish /home/ina/pkg --token abc123 --registry-key=xyz --note "ask ina"'),
  ]);
  expect(found!.instructions.at(-1)).toBe(
    'Run `npm publish <path> --token <value> --registry-key=<value> --note <text>`.',
  );
});
