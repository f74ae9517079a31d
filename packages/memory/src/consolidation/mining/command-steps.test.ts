import { expect, test } from 'vitest';
import { programOf } from './command-line.ts';
import { commandSteps } from './command-steps.ts';

const steps = (command: string, output = '', exitCode: number | null = 0) =>
  commandSteps({ command, exitCode, reported: null, output }).map(
    ({ name, isGood, isKnown }) => `${isGood ? '' : 'failed '}${name}${isKnown ? '' : '?'}`,
  );

test.each([
  ['CI=1 git commit -m x', 'git commit'],
  ['npm run build -- --watch', 'npm run build'],
  ['/usr/bin/python3 -m pytest', 'pytest'],
  ['node scripts/check.mjs --fix', 'node check.mjs'],
  ['golangci-lint run ./...', 'golangci-lint run'],
  ['kubectl --context new apply -k k8s/mailer', 'kubectl apply'],
  ['gh pr create --fill', 'gh pr create'],
  ['borealis check --repo /mnt/nas', 'borealis check'],
  ['psql staging -c "select 1"', 'psql'],
  ['bun run src/cli.ts tasks list --json', 'bun run cli.ts tasks list'],
  ['bun run .', null],
  ['node -e "1"', null],
  ['mkdir -p out', null],
  ['for f in *.md', null],
  ['', null],
])('%s runs %s', (command, expected) => {
  expect(programOf(command)?.name ?? null).toBe(expected);
});

test('an exit status covers the last command and those that had to succeed before it', () => {
  expect(steps('cd app && gofmt -w . && go test ./...')).toEqual(['gofmt', 'go test']);
  expect(steps('go vet ./...; go test ./...')).toEqual(['go test']);
  expect(steps('npm test || true')).toEqual([]);
  expect(steps('git commit -m "a; b && c"')).toEqual(['git commit']);
});

test('only the output shows whether a command before a filter succeeded', () => {
  expect(steps('go test ./... | tail -3')).toEqual([]);
  expect(steps('go test ./... | tail -3', 'building')).toEqual(['go test?']);
  expect(steps('go test ./... | tail -3', 'ok  \texample/pkg\t0.062s')).toEqual(['go test']);
  expect(steps('npx vitest run | tail -3', '2 failed | 10 passed')).toEqual(['failed npx vitest']);
});

test('the output decides if the exit status is unknown, and corrects a status of 0', () => {
  expect(steps('pytest -q', '12 passed in 0.4s', null)).toEqual(['pytest']);
  expect(steps('pytest -q', 'collecting', null)).toEqual(['pytest?']);
  expect(steps('pytest -q', '', null)).toEqual([]);
  expect(steps('go build', 'Exit code 1\nmain.go:19: undefined')).toEqual(['failed go build']);
});

test('a step with no sign of failure may have succeeded, and an echo after it proves that it did', () => {
  expect(steps('minsky session start 4', 'Branch 4 created.', null)).toEqual([
    'minsky session start?',
  ]);
  expect(steps('go build . && echo BUILD_OK; ls', 'BUILD_OK')).toEqual(['go build', 'ls']);
  expect(steps('go build . && echo BUILD_OK; ls', 'main.go')).toEqual(['go build?', 'ls']);
});

test("recognises from git's output that a commit or push happened", () => {
  expect(steps('git commit -m x', '[main 1a2b3c4] x\n 1 file changed', null)).toEqual([
    'git commit',
  ]);
  expect(steps('git push', '   1a2b3c4..5d6e7f8  main -> main', null)).toEqual(['git push']);
  expect(steps('git push', 'fatal: no upstream', null)).toEqual(['failed git push']);
});
