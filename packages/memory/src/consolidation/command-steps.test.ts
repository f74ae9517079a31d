import { expect, test } from 'vitest';
import { commandSteps, programOf } from './command-steps.ts';

const steps = (command: string, output = '', exitCode: number | null = 0) =>
  commandSteps({ command, exitCode, reported: null, output }).map(
    ({ name, isGood }) => `${isGood ? '' : 'failed '}${name}`,
  );

test.each([
  ['CI=1 git commit -m x', 'git commit'],
  ['npm run build -- --watch', 'npm run build'],
  ['/usr/bin/python3 -m pytest', 'pytest'],
  ['node scripts/check.mjs --fix', 'node check.mjs'],
  ['golangci-lint run ./...', 'golangci-lint run'],
  ['mkdir -p out', null],
  ['for f in *.md', null],
  ['', null],
])('%s runs %s', (command, expected) => {
  expect(programOf(command)).toBe(expected);
});

test('an exit status is that of the last command and of those that had to succeed before it', () => {
  expect(steps('cd app && gofmt -w . && go test ./...')).toEqual(['gofmt', 'go test']);
  expect(steps('go vet ./...; go test ./...')).toEqual(['go test']);
  expect(steps('npm test || true')).toEqual([]);
  expect(steps('git commit -m "a; b && c"')).toEqual(['git commit']);
});

test('behind a filter, only the output tells whether a command succeeded', () => {
  expect(steps('go test ./... | tail -3')).toEqual([]);
  expect(steps('go test ./... | tail -3', 'ok  \texample/pkg\t0.062s')).toEqual(['go test']);
  expect(steps('npx vitest run | tail -3', '2 failed | 10 passed')).toEqual(['failed npx vitest']);
});

test('the output tells it where the exit status is unknown, and corrects a status of 0', () => {
  expect(steps('pytest -q', '12 passed in 0.4s', null)).toEqual(['pytest']);
  expect(steps('pytest -q', 'collecting', null)).toEqual([]);
  expect(steps('go build', 'Exit code 1\nmain.go:19: undefined')).toEqual(['failed go build']);
});
