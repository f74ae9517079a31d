/** An entirely private prompt leaves no trace and keeps its complete turn out of the log. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createWorkspace,
  everythingIn,
  runHook,
  SILENT,
  workOf,
  type Workspace,
} from '../../test/run-hook.ts';

const CANARY = 'the-merger-with-northwind';
let workspace: Workspace;
beforeEach(() => (workspace = createWorkspace()));
afterEach(() => workspace.remove());

async function deliver(client: string, payloads: object[]): Promise<void> {
  for (const payload of payloads) {
    const stdin = JSON.stringify({ cwd: workspace.root, session_id: 'agent-1', ...payload });
    const run = await runHook({ args: ['hook', client], cwd: workspace.root, stdin });
    expect(run).toEqual(SILENT);
  }
}

function bash(id: string, command: string, stdout: string): object {
  return {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command },
    tool_response: { stdout, stderr: '' },
  };
}

it.each([
  `<private>Draft ${CANARY}</private>`,
  `<PRIVATE>Draft ${CANARY}</PRIVATE>`,
  `<private>Draft ${CANARY}`,
  `<private>a <private>Draft</private> ${CANARY}</private>`,
])('stores no byte of the turn that %s began, and stores the next turn', async (prompt) => {
  await deliver('claude-code', [
    { hook_event_name: 'UserPromptSubmit', prompt },
    { ...bash('toolu_1', `grep ${CANARY} plan.md`, CANARY), hook_event_name: 'PreToolUse' },
    bash('toolu_1', `grep ${CANARY} plan.md`, `plan.md: ${CANARY}`),
    { hook_event_name: 'Notification', message: `May I write about ${CANARY}?` },
    { hook_event_name: 'SubagentStop', agent_id: 'a1', last_assistant_message: CANARY },
    { hook_event_name: 'Stop', last_assistant_message: `Drafted ${CANARY}.` },
    { hook_event_name: 'UserPromptSubmit', prompt: 'Run the tests.' },
    bash('toolu_2', 'npm test', '12 passed'),
  ]);
  expect(everythingIn(workspace.dir)).not.toContain(CANARY);
  expect(workOf(workspace.dir).map(({ type }) => type)).toEqual([
    'hook.user_prompt_submitted',
    'hook.stop',
    'transcript.turn',
    'tool.call.completed',
    'command.completed',
  ]);
});

it('the same holds for a client with the common payload parser', async () => {
  await deliver('codex', [
    { hook_event_name: 'UserPromptSubmit', turn_id: 't1', prompt: `<private>${CANARY}</private>` },
    { ...bash('call_1', `grep ${CANARY} plan.md`, CANARY), turn_id: 't1' },
    { hook_event_name: 'Stop', turn_id: 't1', last_assistant_message: CANARY },
  ]);
  expect(everythingIn(workspace.dir)).not.toContain(CANARY);
});

it('does not store an answer in a dialogue of a private turn', async () => {
  const question = `Which draft of ${CANARY}?`;
  await deliver('claude-code', [
    { hook_event_name: 'UserPromptSubmit', prompt: `<private>${CANARY}</private>` },
    {
      ...bash('toolu_1', '', ''),
      tool_name: 'AskUserQuestion',
      tool_input: { questions: [{ question, options: [{ label: 'The short one' }] }] },
      tool_response: { answers: { [question]: 'The short one' } },
    },
  ]);
  expect(everythingIn(workspace.dir)).not.toContain(CANARY);
  expect(workOf(workspace.dir).map(({ type }) => type)).toEqual(['hook.user_prompt_submitted']);
});
