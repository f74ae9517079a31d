import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mayNamePaths } from '../sources.ts';
import { withResolvedPaths } from './resolved-paths.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-paths-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, 'check.py'), '');

const inFolder = (name: string): string => path.join(folder, name);

describe("a user's hook file resolves its script from its own folder", () => {
  it.each<[string[], string[]]>([
    [['./check.py'], [inFolder('check.py')]],
    [
      ['bash', './check.sh', './data'],
      ['bash', inFolder('check.sh'), './data'],
    ],
    [
      ['python3', 'check.py'],
      ['python3', inFolder('check.py')],
    ],
    [
      ['timeout', '5', 'bash', './check.sh'],
      ['timeout', '5', 'bash', inFolder('check.sh')],
    ],
    [
      ['env', 'A=1', './check.sh'],
      ['env', 'A=1', inFolder('check.sh')],
    ],
    [
      ['uv', 'run', 'check.py'],
      ['uv', 'run', inFolder('check.py')],
    ],
    [
      ['bash', '-c', './check.sh'],
      ['bash', '-c', './check.sh'],
    ],
    [
      ['python3', '-m', 'check'],
      ['python3', '-m', 'check'],
    ],
    [
      ['prettier', '--check', './a'],
      ['prettier', '--check', './a'],
    ],
    [
      ['node', '/abs/x.js'],
      ['node', '/abs/x.js'],
    ],
  ])('%j', (argv, resolved) => {
    const action = { kind: 'argv' as const, argv: argv as [string, ...string[]] };
    expect(withResolvedPaths(action, folder)).toEqual({ kind: 'argv', argv: resolved });
    if (!mayNamePaths(action)) expect(resolved).toEqual(argv);
  });
});
