import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { frameworkExample, FRAMEWORK_EXAMPLES, FRAMEWORKS } from './frameworks.ts';

const python = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!python)('the Python examples are valid Python', () => {
  const server = { transport: 'stdio', command: 'node', args: ['serve'], env: { A: 'b' } } as const;
  for (const framework of FRAMEWORKS) {
    if (FRAMEWORK_EXAMPLES[framework].language !== 'python') continue;
    const { status, stderr } = spawnSync(
      'python3',
      ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
      {
        input: frameworkExample(framework, server),
        encoding: 'utf8',
      },
    );
    expect([framework, status, stderr]).toEqual([framework, 0, '']);
  }
});
