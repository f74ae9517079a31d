import type { JsonObject } from '@hookloom/core';
import { describe, expect, it, test } from 'vitest';
import { repositoryIn } from './repository.ts';
import {
  claude,
  codex,
  context,
  copilot,
  decisionsIn,
  gemini,
  observeClaude,
  payloadsOf,
} from './observed-call.fixture.ts';

describe('refused and changed calls', () => {
  it.each([
    ["The user doesn't want to proceed with this tool use. The tool use was rejected.", true],
    ['exec command rejected by user', true],
    ['The user rejected this tool call.', true],
    ['Permission to use Bash with command rm has been denied.', false],
    ['Exit code 1\nThe user rejected the request', false],
  ])('"%s" is a refusal of the user: %s', (error, isRefused) => {
    const events = claude('Bash', { command: 'rm -rf build --token abc' }, { error });
    expect(decisionsIn(events)).toEqual(
      isRefused ? [['Refused: Bash rm -rf build --token [REDACTED:option]', 'user', 'user']] : [],
    );
    expect(payloadsOf(events, 'command.completed')).toHaveLength(isRefused ? 0 : 1);
    expect(events[0]!.payload['status']).toBe(isRefused ? 'blocked' : 'error');
  });

  it('an edit that the user changed says so', () => {
    const tool_input = { file_path: '/work/shop/src/a.ts', old_string: 'a', new_string: 'b' };
    const [changed] = payloadsOf(
      claude('Edit', tool_input, { tool_response: { userModified: true } }),
      'file.edit.applied',
    );
    expect(changed).toMatchObject({ path: 'src/a.ts', changed_by_user: true });
  });

  it('a permission request and a denial name their subject', () => {
    for (const hook_event_name of ['PermissionRequest', 'PermissionDenied']) {
      const [event] = observeClaude(
        {
          hook_event_name,
          session_id: 's1',
          tool_name: 'Bash',
          tool_input: { command: 'rm -rf x' },
        },
        context,
      ).events;
      expect(event!.payload['target']).toBe('rm -rf x');
    }
  });
});

describe('task lists', () => {
  const tasks = [
    { title: 'Write the parser', status: 'completed' },
    { title: 'Write its test', status: 'in_progress' },
  ];
  it.each([
    [
      'TodoWrite',
      claude('TodoWrite', {
        todos: tasks.map(({ title, status }) => ({ content: title, status, activeForm: 'x' })),
      }),
    ],
    [
      'update_plan',
      codex(
        'update_plan',
        { plan: tasks.map(({ title, status }) => ({ step: title, status })) },
        'Plan updated',
      ),
    ],
    [
      'write_todos',
      gemini(
        'write_todos',
        { todos: tasks.map(({ title, status }) => ({ description: title, status })) },
        'Successfully updated the todo list.',
      ),
    ],
    [
      'update_todo',
      copilot('update_todo', { todos: '- [x] Write the parser\n- [~] Write its test' }, 'Updated'),
    ],
  ])('%s records the text and the state of each task, in the agent’s words', (_name, events) => {
    expect(events[0]).toMatchObject({ channel: 'model', payload: { tasks } });
  });

  it('a created or changed task has its id', () => {
    const created = claude(
      'TaskCreate',
      { subject: 'Write code', description: 'Write the code' },
      { tool_response: { task: { id: '1', subject: 'Write code' } } },
    );
    expect(created[0]!.payload['tasks']).toEqual([
      { id: '1', title: 'Write code', status: 'pending' },
    ]);
    const changed = claude('TaskUpdate', { taskId: '1', status: 'completed' });
    expect(changed[0]!.payload['tasks']).toEqual([{ id: '1', status: 'completed' }]);
  });
});

describe('reads and searches', () => {
  it('a web page, a web search and a sub-agent record what they were asked for', () => {
    const target = (...call: [string, JsonObject]) => claude(...call)[0]!.payload['target'];
    const url = 'https://example.com/docs?token=secret#top';
    expect(target('WebFetch', { url, prompt: 'read' })).toBe('https://example.com/docs');
    expect(target('WebSearch', { query: 'rounding of refunds' })).toBe('rounding of refunds');
    expect(target('Task', { description: 'find flaky tests', prompt: 'x' })).toBe(
      'find flaky tests',
    );
  });

  it('a read records its path and its lines', () => {
    const file = { content: 'secret text', numLines: 21, startLine: 10, totalLines: 90 };
    const [read] = claude(
      'Read',
      { file_path: '/work/shop/src/app.ts', offset: 10, limit: 21 },
      { tool_response: { type: 'text', file } },
    );
    expect(read!.payload).toMatchObject({
      target: 'src/app.ts:10-30',
      result_summary: '21 of 90 lines',
    });
    expect(JSON.stringify(read)).not.toContain('secret text');
    const [view] = copilot('view', { path: '/work/shop/a.ts', view_range: [3, 8] }, '3. const a');
    expect(view!.payload['target']).toBe('a.ts:3-8');
  });

  it.each([
    [
      'files',
      claude(
        'Grep',
        { pattern: 'createCache', path: '/work/shop/src' },
        {
          tool_response: {
            mode: 'files_with_matches',
            filenames: ['src/a.ts', 'src/b.ts'],
            numFiles: 2,
          },
        },
      ),
    ],
    [
      'lines',
      claude(
        'Grep',
        { pattern: 'createCache', path: '/work/shop/src' },
        { tool_response: { mode: 'content', content: 'src/a.ts:3:const x = 1\nsrc/b.ts:9:let y' } },
      ),
    ],
    [
      'text',
      gemini(
        'grep_search',
        { pattern: 'createCache', dir_path: '/work/shop/src' },
        'Found 2 matches:\n---\nFile: src/a.ts\nL3: const x = 1\nFile: src/b.ts\nL9: let y',
      ),
    ],
  ])('a search that returns %s records its pattern and the names', (_name, [search]) => {
    expect(search!.payload).toMatchObject({
      target: 'createCache in src',
      result_summary: '2 files: src/a.ts, src/b.ts',
    });
    expect(JSON.stringify(search)).not.toContain('const x');
  });
});

describe('commits, branches, pull requests and issues', () => {
  test.each([
    [
      'git commit -m "Cap retries at five (#12)" -m "The API bans after six."',
      '[fix/retries 1a2b3c4] Cap retries at five (#12)',
      {
        commit_message: 'Cap retries at five (#12)\n\nThe API bans after six.',
        branch: 'fix/retries',
        issues: [12],
      },
    ],
    [
      `git add -A && git commit -m "$(cat <<'EOF'\nUse SQLite for the queue\n\nFixes #7\nEOF\n)"`,
      '',
      { commit_message: 'Use SQLite for the queue\n\nFixes #7', issues: [7] },
    ],
    [
      'git switch -c feature/cart',
      "Switched to a new branch 'feature/cart'",
      { branch: 'feature/cart' },
    ],
    [
      'gh pr create --title "Cart" --fill',
      'https://github.com/dev/shop/pull/41\n',
      { pull_requests: [41] },
    ],
    ['gh issue view 17', '', { issues: [17] }],
    ['ls -la', 'pull/41', {}],
  ])('%s', (command, output, expected) => {
    expect(repositoryIn(command, output)).toEqual(expected);
  });

  it('are in the event of the command', () => {
    const [command] = payloadsOf(
      claude(
        'Bash',
        { command: 'git commit -m "Cap retries"' },
        { tool_response: { stdout: '[main 1a2b3c4] Cap retries', stderr: '' } },
      ),
      'command.completed',
    );
    expect(command).toMatchObject({ commit_message: 'Cap retries', branch: 'main' });
  });
});

describe('rule files', () => {
  it('record what an agent wrote into them, as the agent’s words', () => {
    const tool_input = {
      file_path: '/work/shop/CLAUDE.md',
      old_string: '',
      new_string: 'Run `make check` before each commit.',
    };
    const edit = claude('Edit', tool_input).find(({ type }) => type === 'file.edit.applied')!;
    expect(edit.payload['added']).toBe('Run `make check` before each commit.');
    expect(edit.channel).toBe('model');
  });

  it('record no content of any other file', () => {
    const tool_input = { file_path: '/work/shop/src/a.ts', old_string: 'one', new_string: 'two' };
    expect(JSON.stringify(claude('Edit', tool_input))).not.toContain('two');
  });
});
