import type { HookContext, ObservedEvent } from '@hookloom/core/hook/observed-event';
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import { redactPayload } from '@hookloom/core/redact/index';
import { describe, expect, it, test } from 'vitest';
import { observing } from '../observed.fixture.ts';
import { repositoryIn } from './repository.ts';

const observeClaude = observing('claude-code');
const observeCodex = observing('codex');
const observeCopilot = observing('copilot');
const observeGemini = observing('gemini');

const context: HookContext = { root: '/work/shop', digest: () => 'digest' };

function claude(tool_name: string, tool_input: JsonValue, more: JsonObject = {}): ObservedEvent[] {
  const isFailure = more['error'] !== undefined;
  return observeClaude(
    {
      hook_event_name: isFailure ? 'PostToolUseFailure' : 'PostToolUse',
      session_id: 's1',
      prompt_id: 'p1',
      tool_use_id: 't1',
      tool_name,
      tool_input,
      ...more,
    },
    context,
  ).events;
}
function codex(
  tool_name: string,
  tool_input: JsonValue,
  tool_response: JsonValue,
): ObservedEvent[] {
  const call = { session_id: 's1', turn_id: 'p1', tool_use_id: 't1' };
  return observeCodex(
    { hook_event_name: 'PostToolUse', ...call, tool_name, tool_input, tool_response },
    context,
  ).events;
}
function gemini(tool_name: string, tool_input: JsonValue, llmContent: string): ObservedEvent[] {
  return observeGemini(
    {
      hook_event_name: 'AfterTool',
      session_id: 's1',
      tool_name,
      tool_input,
      tool_response: { llmContent },
    },
    context,
  ).events;
}
function copilot(toolName: string, toolArgs: JsonValue, textResultForLlm: string): ObservedEvent[] {
  const toolResult = { resultType: 'success', textResultForLlm };
  return observeCopilot(
    { hookName: 'postToolUse', sessionId: 's1', toolName, toolArgs, toolResult },
    { ...context, nativeEvent: 'postToolUse' },
  ).events;
}

const payloadsOf = (events: ObservedEvent[], type: string): JsonObject[] =>
  events.filter((event) => event.type === type).map(({ payload }) => payload);
const decisionsIn = (events: ObservedEvent[]) =>
  events
    .filter(({ type }) => type === 'decision.made')
    .map(({ payload, channel, actorId }) => [payload['decision'], channel, actorId]);

const QUESTIONS = {
  questions: [
    {
      question: 'Which cache should the API use?',
      header: 'Cache',
      id: 'cache',
      options: [
        { label: 'Redis (Recommended)', description: 'Shared between workers' },
        { label: 'In memory', description: 'Nothing to run' },
      ],
    },
    { question: 'Which regions?', header: 'Regions', id: 'regions', options: ['eu', 'us', 'ap'] },
  ],
};
const CHOSEN = [
  ['Which cache should the API use? → Redis', 'user', 'user'],
  ['Which regions? → eu, us', 'user', 'user'],
];

describe('the answers to an agent’s questions are decisions of the user', () => {
  it.each([
    [
      'Claude Code’s answers',
      claude('AskUserQuestion', QUESTIONS, {
        tool_response: {
          ...QUESTIONS,
          answers: {
            'Which cache should the API use?': 'Redis (Recommended)',
            'Which regions?': 'eu, us',
          },
        },
      }),
    ],
    [
      'Claude Code’s answers as one text',
      claude('AskUserQuestion', QUESTIONS, {
        tool_response:
          'User has answered your questions: "Which cache should the API use?"="Redis (Recommended)", "Which regions?"="eu, us". You can now continue with the user\'s answers in mind.',
      }),
    ],
    [
      'Codex',
      codex(
        'request_user_input',
        QUESTIONS,
        JSON.stringify({
          answers: {
            cache: { answers: ['Redis (Recommended)'] },
            regions: { answers: ['eu', 'us'] },
          },
        }),
      ),
    ],
    [
      'Gemini CLI',
      gemini(
        'ask_user',
        QUESTIONS,
        JSON.stringify({ answers: { '0': 'Redis (Recommended)', '1': 'eu, us' } }),
      ),
    ],
    [
      'headers and answers as one text',
      gemini(
        'ask_user_question',
        QUESTIONS,
        'The answers:\n\n**Cache**: Redis\n**Regions**: eu, us',
      ),
    ],
  ])('%s', (_name, events) => {
    expect(decisionsIn(events)).toEqual(CHOSEN);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({
      question: 'Which cache should the API use?',
      options: ['Redis (Recommended)', 'In memory'],
      choice: 'Redis',
      session_id: 's1',
    });
  });

  it('Copilot asks one question and tells the answer as a text', () => {
    const asked = { question: 'Keep the old endpoint?', choices: ['Keep it', 'Remove it'] };
    expect(decisionsIn(copilot('ask_user', asked, 'User selected: Remove it'))).toEqual([
      ['Keep the old endpoint? → Remove it', 'user', 'user'],
    ]);
    expect(decisionsIn(copilot('ask_user', asked, 'Some other text'))).toEqual([]);
  });

  it('what a person wrote beside the choice is kept as the person’s words', () => {
    const answers = { regions: { answers: ['eu', 'user_note: never the us, for legal reasons'] } };
    const [decision] = payloadsOf(
      codex('request_user_input', QUESTIONS, JSON.stringify({ answers })),
      'decision.made',
    );
    expect(decision).toMatchObject({ choice: 'eu', rationale: 'never the us, for legal reasons' });
  });

  it('a question without an answer decides nothing', () => {
    const unanswered = { ...QUESTIONS, answers: { 'Which regions?': '' } };
    expect(
      decisionsIn(claude('AskUserQuestion', QUESTIONS, { tool_response: unanswered })),
    ).toEqual([]);
    const error = 'User declined to answer questions';
    expect(decisionsIn(claude('AskUserQuestion', QUESTIONS, { error }))).toEqual([]);
  });

  it('a secret in an answer is masked', () => {
    const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
    const tool_response = { answers: { 'Which regions?': `the token is ${secret}` } };
    const events = claude('AskUserQuestion', QUESTIONS, { tool_response });
    expect(payloadsOf(events, 'decision.made')).toHaveLength(1);
    // Short texts are masked where the event is sealed.
    const sealed = events.map(({ payload }) => redactPayload(payload).payload);
    expect(JSON.stringify(sealed)).not.toContain(secret);
  });
});

describe('plans', () => {
  const plan = '# Cache plan\n\n1. Keep sessions in Redis for 30 minutes\n2. Write a test';

  it('an approved plan is a decision of the user with its text', () => {
    const events = claude('ExitPlanMode', { plan }, { tool_response: { plan, isAgent: false } });
    expect(decisionsIn(events)).toEqual([['Plan approved: Cache plan', 'user', 'user']]);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({ plan, outcome: 'approved' });
  });

  it('a refused plan is kept with what the user said', () => {
    const error =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nUse SQLite, we have no Redis.";
    const events = claude('ExitPlanMode', { plan }, { error });
    expect(decisionsIn(events)).toEqual([['Plan refused: Cache plan', 'user', 'user']]);
    expect(payloadsOf(events, 'decision.made')[0]).toMatchObject({
      rationale: 'Use SQLite, we have no Redis.',
      outcome: 'refused',
    });
  });

  it('Gemini CLI names the file of the plan and the feedback', () => {
    const input = { plan_filename: 'cache.md' };
    const approved = gemini('exit_plan_mode', input, 'Plan approved. Switching to Default mode.');
    expect(decisionsIn(approved)).toEqual([['Plan approved: cache.md', 'user', 'user']]);
    const refused = gemini('exit_plan_mode', input, 'Plan rejected. User feedback: no new service');
    expect(payloadsOf(refused, 'decision.made')[0]).toMatchObject({
      decision: 'Plan refused: cache.md',
      rationale: 'no new service',
    });
  });

  it.each([
    'Plan approved. Switching to YOLO mode (all tool calls auto-approved).',
    'User cancelled the plan approval dialog. The plan was not approved and you are still in Plan Mode.',
    'Leader approved. You can now start coding.',
    'Plan execution was not approved. Remaining in plan mode.',
  ])('a plan that no person answered is no decision of the user: %s', (said) => {
    expect(decisionsIn(gemini('exit_plan_mode', { plan_filename: 'cache.md' }, said))).toEqual([]);
  });

  it('a plan that an agent approved is no decision of the user', () => {
    const tool_response = { plan, isAgent: true };
    expect(decisionsIn(claude('ExitPlanMode', { plan }, { tool_response }))).toEqual([]);
  });
});

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

  it('a permission request and a denial name what they are about', () => {
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

describe('lists of tasks', () => {
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
  ])('%s keeps the text and the state of each task, in the agent’s words', (_name, events) => {
    expect(events[0]).toMatchObject({ channel: 'model', payload: { tasks } });
  });

  it('a task that was created or changed has its id', () => {
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

describe('what was read and searched', () => {
  it('a read keeps its path and its lines', () => {
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
  ])('a search that gives %s keeps its pattern and the names', (_name, [search]) => {
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

  it('stand in the event of the command', () => {
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

describe('files of rules', () => {
  it('keep what an agent wrote into them, as the agent’s words', () => {
    const tool_input = {
      file_path: '/work/shop/CLAUDE.md',
      old_string: '',
      new_string: 'Run `make check` before each commit.',
    };
    const edit = claude('Edit', tool_input).find(({ type }) => type === 'file.edit.applied')!;
    expect(edit.payload['added']).toBe('Run `make check` before each commit.');
    expect(edit.channel).toBe('model');
  });

  it('no other file keeps any of its content', () => {
    const tool_input = { file_path: '/work/shop/src/a.ts', old_string: 'one', new_string: 'two' };
    expect(JSON.stringify(claude('Edit', tool_input))).not.toContain('two');
  });
});
