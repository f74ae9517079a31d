import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSeen } from '@hookloom/core/hook';
import { claudeDialect } from './index.ts';
import { commandMatches } from './permission-shell.ts';
import { pathMatches } from './permission-path.ts';
import { parsePermissionRule } from './permission-rule.ts';
import { PROJECT, sampleEvent, sampleHandler, sampleTool, USER_FILE } from './sample.fixture.ts';
import { wildcard } from './wildcard.ts';

function holds(condition: string, tool: Partial<ToolSeen>, event = 'PreToolUse'): boolean {
  return claudeDialect.conditionHolds!(
    sampleEvent({ tool: sampleTool(tool) }),
    sampleHandler(event, { condition }),
  );
}

describe('a permission rule', () => {
  it.each([
    ['Read', { tool: 'Read', content: null }],
    [' Bash( git * ) ', { tool: 'Bash', content: 'git *' }],
    ['Bash(echo (x))', { tool: 'Bash', content: 'echo (x)' }],
    ['mcp__srv__*', { tool: 'mcp__srv__*', content: null }],
    ['Bash(git *', null],
    ['', null],
    ['git *', null],
  ])('%j', (text, expected) => {
    expect(parsePermissionRule(text)).toEqual(expected);
  });
});

describe('a command pattern', () => {
  it.each([
    ['git *', 'git status', true],
    ['git *', 'git', true],
    ['git *', 'gitk', false],
    ['git*', 'gitk', true],
    ['git:*', 'git push', true],
    ['git push', 'git push', true],
    ['git push', 'git push origin', false],
    ['git * main', 'git push origin main', true],
    ['git push *', 'npm test && git push origin', true],
    ['git push *', 'FOO=bar git push', true],
    ['git push *', 'FOO="a b" BAR=1 git push', true],
    ['git push *', 'npm test; git push', true],
    ['git push *', 'npm test | tee x\ngit push', true],
    ['git push *', '"git" push', true],
    ['git push *', 'g\\it push', true],
    ['git push *', "'git' 'push' origin", true],
    ['git push *', 'timeout 30 git push', true],
    ['git push *', 'nohup nice -n 5 git push', true],
    ['npm test', 'npm test > log 2>&1', true],
    ['npm test', 'npm test 2>/dev/null', true],
    ['git push *', 'echo "git push"', false],
    ['git push *', "echo 'a && git push b'", false],
    ['git push *', 'echo a # && git push', false],
    ['git push *', 'npm run git push', false],
    ['rm *', 'ls -la', false],
    ['*', 'anything', true],
    ['rm -rf *', '  rm -rf / ', true],
  ])('%j on %j: %j', (pattern, command, expected) => {
    expect(commandMatches(pattern, command)).toBe(expected);
  });

  it.each([
    'echo $(git push)',
    'echo `git push`',
    'cat <<EOF\ngit push\nEOF',
    '(git push)',
    'if true; then git push; fi',
    'for x in a; do git push; done',
    'echo "open',
    '$CMD push',
    'FOO=1 ${GIT} push',
    'diff <(git push) x',
    "echo $'a'",
    'eval git push',
    `echo ${'x'.repeat(20_000)}`,
  ])('%.40j cannot be parsed and therefore matches', (command) => {
    expect(commandMatches('git push *', command)).toBe(true);
  });

  it('is a text, not a regular expression', () => {
    expect([commandMatches('a.c', 'abc'), commandMatches('a.c', 'a.c')]).toEqual([false, true]);
    expect(commandMatches('(a+)+$', 'a'.repeat(5_000))).toBe(false);
  });

  it('never throws, and is bounded for any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab *$`"\'\\;&|<>(){}#\n=1'),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, text, (pattern, command) => {
        expect(typeof commandMatches(pattern, command)).toBe('boolean');
      }),
    );
    expect(wildcard('ls **', 'ls ')).toBe(true);
    expect(wildcard('ls ?*a', 'ls ')).toBe(false);
    const many = '*a'.repeat(2_000);
    expect(wildcard(many, `${'a'.repeat(3_000)}b`)).toBe(false);
  });
});

describe('a path pattern', () => {
  const roots = { cwd: `${PROJECT}/sub`, settings: [PROJECT], home: '/home/dev' };
  it.each([
    ['*.ts', `${PROJECT}/sub/a.ts`, true],
    ['*.ts', `${PROJECT}/sub/x/y/a.ts`, true],
    ['*.ts', 'a.ts', true],
    ['*.ts', `${PROJECT}/a.ts`, false],
    ['src/**', `${PROJECT}/sub/src/a/b.ts`, true],
    ['src/**', `${PROJECT}/sub/other/src/a.ts`, false],
    ['src/*', `${PROJECT}/sub/src/a.ts`, true],
    ['src', `${PROJECT}/sub/src/a/b.ts`, true],
    ['**/secret/*', `${PROJECT}/sub/a/secret/b`, true],
    ['./src/a.ts', `${PROJECT}/sub/src/a.ts`, true],
    ['/src/**', `${PROJECT}/src/a.ts`, true],
    ['/src/**', `${PROJECT}/sub/src/a.ts`, false],
    ['~/.ssh/*', '/home/dev/.ssh/id', true],
    ['~/.ssh/*', '/home/other/.ssh/id', false],
    ['//etc/**', '/etc/passwd', true],
    ['//etc/**', `${PROJECT}/etc/passwd`, false],
    ['src/**', `${PROJECT}/sub/src/../../x`, false],
    ['src/**', 'lib/../src/a.ts', true],
    ['a?c', 'abc', true],
    ['src\\**', 'src\\a.ts', true],
  ])('%j on %j: %j', (pattern, file, expected) => {
    expect(pathMatches(pattern, file, roots)).toBe(expected);
  });

  it('with very many ** costs no more than its length', () => {
    const pattern = `${'**/'.repeat(400)}never`;
    expect(pathMatches(pattern, `${'a/'.repeat(400)}b`, roots)).toBe(false);
  });
});

describe('the condition of a hook', () => {
  const rows: [string, Partial<ToolSeen>, boolean][] = [
    ['Bash(git *)', { input: { command: 'git push' } }, true],
    ['Bash(git *)', { input: { command: 'ls' } }, false],
    ['Bash(git *)', { native_name: 'run_shell_command', input: { command: 'git push' } }, true],
    ['Bash(git *)', { input: 'not an object' }, true],
    ['Read', { name: 'Read', native_name: 'read_file', input: {} }, true],
    ['Read', { name: 'Grep', native_name: 'Grep', input: {} }, true],
    ['Read', { name: 'Write', native_name: 'Write', input: {} }, false],
    [
      'Edit(src/**)',
      { name: 'Edit', native_name: 'Edit', input: { file_path: `${PROJECT}/src/a` } },
      true,
    ],
    [
      'Edit(src/**)',
      { name: 'Write', native_name: 'Write', input: { file_path: `${PROJECT}/src/a` } },
      true,
    ],
    [
      'Edit(src/**)',
      { name: 'Edit', native_name: 'Edit', input: { file_path: `${PROJECT}/lib/a` } },
      false,
    ],
    [
      'Edit(src/**)',
      {
        name: 'Edit',
        native_name: 'apply_patch',
        input: { command: 'p' },
        files: ['lib/a', 'src/b'],
      },
      true,
    ],
    ['Write(src/**)', { name: 'Edit', native_name: 'Edit', input: { file_path: 'src/a' } }, false],
    [
      'Read(src/**)',
      { name: 'Grep', native_name: 'Grep', input: { pattern: 'x', path: 'lib' } },
      false,
    ],
    [
      'mcp__srv__*',
      { name: 'mcp__srv__t', native_name: 'mcp__srv__t', mcp: { server: 'srv', tool: 't' } },
      true,
    ],
    ['mcp__srv', { name: 'x', native_name: 'mcp_srv_t', mcp: { server: 'srv', tool: 't' } }, true],
    ['mcp__srv', { name: 'x', native_name: 'y', mcp: { server: 'srv2', tool: 't' } }, false],
    [
      'mcp__my-srv__t',
      {
        name: 'mcp__my_srv__t',
        native_name: 'mcp__my_srv__t',
        mcp: { server: 'my_srv', tool: 't' },
      },
      true,
    ],
    [
      'WebFetch(domain:*.example.com)',
      { name: 'WebFetch', native_name: 'x', input: { url: 'https://a.example.com/b' } },
      true,
    ],
    [
      'WebFetch(domain:example.com)',
      { name: 'WebFetch', native_name: 'x', input: { url: 'https://evil.com/example.com' } },
      false,
    ],
    [
      'Agent(Explore)',
      { name: 'Agent', native_name: 'Task', input: { subagent_type: 'Explore' } },
      true,
    ],
    [
      'Task(Plan)',
      { name: 'Agent', native_name: 'Agent', input: { subagent_type: 'Explore' } },
      false,
    ],
    ['Bash(git *', {}, true],
  ];
  it.each(rows)('%s on %j: %j', (condition, tool, expected) => {
    expect(holds(condition, tool)).toBe(expected);
  });

  it('never matches events without a tool', () => {
    expect([holds('Bash', {}, 'Stop'), holds('Bash(', {}, 'SessionStart')]).toEqual([false, false]);
  });

  it('is optional', () => {
    expect(claudeDialect.conditionHolds!(sampleEvent(), sampleHandler('Stop'))).toBe(true);
  });

  it("in a user's file resolves / to the current project", () => {
    const handler = sampleHandler('PreToolUse', {
      condition: 'Edit(/src/**)',
      source: { file: USER_FILE, line: 1, group: 0, index: 0 },
    });
    const tool = sampleTool({ name: 'Edit', native_name: 'Edit', input: { file_path: 'src/a' } });
    expect(claudeDialect.conditionHolds!(sampleEvent({ tool }), handler)).toBe(true);
  });
});
