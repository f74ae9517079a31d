import { expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { definition as qwen } from './definition.ts';
import { observing } from '../../record/observed.fixture.ts';

const observeQwen = observing('qwen');

const CONTEXT = { root: '/home/dev/project', digest: () => 'digest' };
const FRAME =
  'Command: x\nDirectory: (root)\nOutput: bad\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)';

function payload(name: string, fields: JsonObject): JsonObject {
  return {
    session_id: 's',
    prompt_id: 'p',
    hook_event_name: name,
    cwd: '/home/dev/project',
    ...fields,
  };
}

function parsed(name: string, fields: JsonObject) {
  return qwen.parse(payload(name, fields), { nowMs: 0, raw: '' });
}

const SHELL = { tool_name: 'run_shell_command', tool_input: { command: 'x' } };

it("a tool has Claude Code's name, and a call the id from the model", () => {
  const ids = { tool_use_id: 'of-the-hook', tool_call_id: 'of-the-model' };
  const event = parsed('PreToolUse', { ...SHELL, ...ids });
  expect([event.source, event.tool?.name, event.tool_use_id]).toEqual([
    'qwen',
    'Bash',
    'of-the-model',
  ]);
});

it('a failed command has its exit code and its own output, without the frame', () => {
  const { tool } = parsed('PostToolUseFailure', { ...SHELL, error: FRAME });
  expect([tool?.exit_code, tool?.error]).toEqual([3, 'Exit code 3\nbad']);
});

it('the log contains the output of a command, without the frame', () => {
  const result = { llmContent: FRAME.replace('Code: 3', 'Code: 0'), returnDisplay: 'bad' };
  const { events } = observeQwen(
    payload('PostToolUse', { ...SHELL, tool_response: result }),
    CONTEXT,
  );
  const command = events.find(({ type }) => type === 'command.completed')?.payload;
  expect([command?.['stdout'], command?.['exit_code']]).toEqual(['bad', 0]);
});

it('a batch of results that is sent as a prompt is not a turn of the user', () => {
  const { events } = observeQwen(payload('UserPromptSubmit', { prompt: '' }), CONTEXT);
  expect(events.map(({ type }) => type)).toEqual(['hook.user_prompt_submitted']);
});

it('reports a rewritten input and a replaced output as lost', () => {
  const event = parsed('PreToolUse', SHELL);
  const answer = { decision: 'none', modify_args: { command: 'y' } } as const;
  const { stdout, losses } = qwen.render(answer, event);
  expect([stdout, losses.map(({ field }) => field)]).toEqual(['', ['modify_args']]);
});
