import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../test/engine-parts.ts';
import type { HandlerAction } from '../handler.ts';
import { executedFiles } from './executed-files.ts';

let base: string;
let project: string;
let home: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-runs-')));
  project = path.join(base, 'project');
  home = path.join(base, 'home');
  for (const dir of [project, home]) fs.mkdirSync(dir);
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function write(file: string, text = ''): void {
  const target = path.join(project, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text, { mode: 0o755 });
}

/** Paths below the project; missing ones have a question mark. */
function runs(action: string | [string, ...string[]], env: Record<string, string> = {}): string[] {
  const given: HandlerAction =
    typeof action === 'string'
      ? { kind: 'shell', command: action }
      : { kind: 'argv', argv: action };
  const where = { projectDir: project, folder: project, home, path: process.env['PATH'] ?? '' };
  return executedFiles(handler({ action: given, env }), where).map(
    (file) => path.relative(project, file.path) + (file.sha256 === 'missing' ? '?' : ''),
  );
}

const SCRIPTS = ['check.sh', 'check.py', 'check.mjs', 'check.ts', 'check.rb', 'bin/tool', 'a b.sh'];

describe('a hook executes', () => {
  beforeEach(() => SCRIPTS.forEach((file) => write(file)));

  it.each<[string | [string, ...string[]], string[]]>([
    ['./check.sh', ['check.sh']],
    ['bash check.sh --strict data.json', ['check.sh']],
    [['bash', './check.sh'], ['check.sh']],
    [
      ['bash', '-lc', './check.sh && bin/tool'],
      ['check.sh', 'bin/tool'],
    ],
    ['sh -e "a b.sh"', ['a b.sh']],
    ['python3 -W ignore check.py --config check.rb', ['check.py']],
    ['node --import ./check.ts check.mjs', ['check.ts', 'check.mjs']],
    ['npx -y tsx check.ts', ['check.ts']],
    ['uv run --with rich check.py', ['check.py']],
    ['uv run python check.py', ['check.py']],
    ['bun run check.ts', ['check.ts']],
    ['deno run -A check.ts', ['check.ts']],
    ['ruby check.rb', ['check.rb']],
    ['env FOO=1 timeout -k 2 5 nice -n 3 ./check.sh', ['check.sh']],
    ['FOO=1 ./check.sh', ['check.sh']],
    ['cat | jq -f check.rb | bin/tool', ['check.rb', 'bin/tool']],
    ['if test -f x; then ./check.sh; else bin/tool; fi', ['check.sh', 'bin/tool']],
    ['cd bin && ./tool', ['bin/tool']],
    ['(cd bin; ./tool) > out', ['bin/tool']],
    ['"$CLAUDE_PROJECT_DIR"/check.sh', ['check.sh']],
    ['${CLAUDE_PROJECT_DIR:-.}/check.sh', ['check.sh']],
    ['$(git rev-parse --show-toplevel)/check.sh', ['check.sh']],
    ['find . -name "*.rb" -exec bin/tool {} \\;', ['bin/tool']],
    ['ls | xargs -n 1 ./check.sh', ['check.sh']],
    ['echo "$(./check.sh)"', ['check.sh']],
    ['. ./check.sh', ['check.sh']],
    ['exec ./check.sh', ['check.sh']],
    ['eval "./check.sh"', ['check.sh']],
    ['TOOL=bin/tool; $TOOL run', ['bin/tool']],
    ['./gone.sh', ['gone.sh?']],
    ['python3 gone.py', ['gone.py?']],
    ['ba"sh" che"ck.s"h', ['check.sh']],
  ])('%j', (action, expected) => {
    expect(runs(action)).toEqual(expected);
  });

  it.each([
    'tee -a audit.jsonl',
    'cat >> hooks.log',
    'cat > check.sh',
    'prettier --check package.json check.mjs',
    'jq . check.sh',
    'grep -q x check.sh',
    'cp check.sh bin/tool',
    'echo ./check.sh',
    'cat ./check.sh # ./check.sh',
    'python3 -c "print(1)" check.py',
    'sed -i s/a/b/ check.sh',
    'git add check.sh',
    'sh -c "cat > check.sh"',
    'cat <<EOF > check.sh\n./check.sh\nEOF',
    'files=(./check.sh ./bin/tool)',
    'for f in ./check.sh; do wc -l "$f"; done',
  ])('nothing of the project with %j, which only reads and writes', (command) => {
    expect(runs(command)).toEqual([]);
  });
});

describe('the imports of a script', () => {
  it('are also executed, in each language', () => {
    write('check.sh', '. "$(dirname "$0")/lib/common.sh"\nhelper\n');
    write('lib/common.sh', 'DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n"$DIR/deep.sh"\n');
    write('lib/deep.sh');
    expect(runs('./check.sh')).toEqual(
      ['check.sh', 'lib/common.sh', 'lib/deep.sh?'].map((one) => one.replace('?', '')),
    );
    write(
      'a.mjs',
      `import { b } from './b.js';\nimport fs from 'node:fs';\nawait import("./c.mjs");`,
    );
    write('b.ts', `export * from './d';`);
    write('c.mjs');
    write('d/index.ts');
    expect(runs('node a.mjs')).toEqual(['a.mjs', 'b.ts', 'd/index.ts', 'c.mjs']);
    write('x.py', 'import json, helper\nfrom rules import names as n\nfrom . import near\n');
    for (const file of ['helper.py', 'rules/__init__.py', 'rules/names.py', 'near.py']) write(file);
    expect(runs('python3 x.py')).toEqual([
      'x.py',
      'rules/__init__.py',
      'rules/names.py',
      'near.py',
      'helper.py',
    ]);
  });

  it('count as missing if the file does not exist', () => {
    write('a.cjs', `require('./gone')`);
    expect(runs('node a.cjs')).toEqual(['a.cjs', 'gone?']);
  });

  it('are followed once if they are circular', () => {
    write('a.mjs', `import './b.mjs'`);
    write('b.mjs', `import './a.mjs'`);
    expect(runs('node a.mjs')).toEqual(['a.mjs', 'b.mjs']);
  });

  it('are found through the first line of a program', () => {
    write('tool', '#!/usr/bin/env -S node --import ./hook.mjs\nimport("./part.mjs")\n');
    write('hook.mjs');
    write('part.mjs');
    expect(runs('./tool')).toEqual(['tool', 'hook.mjs', 'part.mjs']);
  });
});

describe('tasks', () => {
  it('cover their text and what it runs, not the complete file', () => {
    write(
      'package.json',
      '{"version":"1","scripts":{"prelint":"./pre.sh","lint":"eslint . && node x.mjs"}}',
    );
    for (const file of ['pre.sh', 'x.mjs', 'node_modules/.bin/eslint']) write(file);
    const lint = [
      'package.json#prelint',
      'pre.sh',
      'package.json#lint',
      'node_modules/.bin/eslint',
      'x.mjs',
    ];
    for (const command of ['npm run lint', 'pnpm lint', 'yarn -s lint', 'bun run lint'])
      expect([command, runs(command)]).toEqual([command, lint]);
    expect(runs('npx eslint src')).toEqual(['node_modules/.bin/eslint']);
    expect(runs('npm install')).toEqual([]);
  });

  it('of make cover the makefile and the scripts that it starts', () => {
    write('Makefile', 'check: all\n\t@./lint.sh $< > out.log\n');
    write('lint.sh');
    expect(runs('make -s check')).toEqual(['Makefile', 'lint.sh']);
  });
});

describe('programs of the PATH', () => {
  it('count if neither the system nor a version manager installed them', () => {
    for (const dir of ['bin', '.nvm/versions/node/v22/bin']) {
      fs.mkdirSync(path.join(home, dir), { recursive: true });
      fs.writeFileSync(path.join(home, dir, 'guard-tool'), '', { mode: 0o755 });
    }
    const where = (dir: string) => ({
      projectDir: project,
      folder: project,
      home,
      path: `${home}/${dir}:/usr/bin:/bin`,
    });
    const one = handler({ action: { kind: 'shell', command: 'guard-tool x' } });
    expect(executedFiles(one, where('bin')).map((file) => file.path)).toEqual([
      `${home}/bin/guard-tool`,
    ]);
    expect(executedFiles(one, where('.nvm/versions/node/v22/bin'))).toEqual([]);
  });
});

it('does not execute the target of a redirection, whatever the command', () => {
  const word = fc.constantFrom(
    './a.sh',
    'b.py',
    'bash',
    'python3',
    'node',
    '-c',
    '-x',
    'env',
    'tee',
    '"q r"',
    "'s'",
    '$X',
    '$(ls)',
    'npm',
    'run',
    'xargs',
    'timeout',
    '5',
    'cd',
    'sub',
    '.',
    'if',
    'then',
    '{',
    '}',
    '!',
    'make',
    'find',
  );
  const operator = fc.constantFrom(
    '>',
    '>>',
    '2>',
    '&>',
    '&>>',
    '>|',
    '<',
    '<>',
    '1>>',
    '> ',
    '>> ',
  );
  const target = fc.constantFrom('target.sh', './target.py', '"target.sh"', 'sub/target.sh');
  const link = fc.constantFrom(' && ', ' ; ', ' | ', '\n', ' || ', ' & ');
  const command = fc
    .tuple(fc.array(word, { maxLength: 5 }), operator, target, fc.array(word, { maxLength: 3 }))
    .map(([before, how, to, after]) => [...before, `${how}${to}`, ...after].join(' '));
  for (const file of ['target.sh', 'target.py', 'sub/target.sh', 'a.sh', 'b.py']) write(file);
  fc.assert(
    fc.property(fc.array(fc.tuple(command, link), { minLength: 1, maxLength: 4 }), (parts) => {
      const line = parts.flat().join('');
      expect([line, runs(line).filter((file) => file.includes('target'))]).toEqual([line, []]);
    }),
    { numRuns: 400 },
  );
});

it('accepts any text as a command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(Array.isArray(runs(text))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
