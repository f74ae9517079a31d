import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import {
  ARRIVED_MS,
  documented,
  eventOf,
  toolOf,
  contentOf,
} from '../generic/documented.fixture.ts';
import { guessedName } from './guess-name.ts';
import { definition as copilot } from './definition.ts';

const cwd = '/home/dev/project';

describe('Copilot’s payloads', () => {
  it('contain the time in milliseconds or as text', () => {
    const at = '2026-11-21T08:00:00.123Z';
    expect(eventOf(copilot, 'sessionEnd').timestamp).toBe(at);
    expect(eventOf(copilot, 'SessionEnd').timestamp).toBe(at);
  });

  it('mean the same in both spellings', () => {
    for (const [camel, pascal] of [
      ['userPromptSubmitted', 'UserPromptSubmit'],
      ['postToolUse', 'PostToolUse'],
      ['postToolUseFailure', 'PostToolUseFailure'],
      ['subagentStop', 'SubagentStop'],
      ['permissionRequest', 'PermissionRequest'],
    ] as const) {
      const neutral = (name: string): unknown => {
        const { native_event: _, tool, ...rest } = contentOf(eventOf(copilot, name));
        return { ...rest, tool: tool && { ...tool, native_name: '' } };
      };
      expect(neutral(camel)).toEqual(neutral(pascal));
    }
  });

  it('contain arguments as an object or as text', () => {
    expect(contentOf(eventOf(copilot, 'preToolUse.bash'))).toEqual({
      event_type: 'before_tool',
      native_event: 'preToolUse',
      cwd,
      tool: toolOf('Bash', 'bash', { command: 'npm test', description: 'Run the tests' }),
    });
  });

  it('have the common keys for file tools', () => {
    const file = '/home/dev/project/src/a.ts';
    expect(eventOf(copilot, 'preToolUse.edit').tool).toEqual(
      toolOf(
        'Edit',
        'edit',
        { file_path: file, old_string: 'a', new_string: 'b' },
        { files: [file] },
      ),
    );
    expect(eventOf(copilot, 'preToolUse.view').tool).toEqual(
      toolOf('Read', 'view', { file_path: file }, { files: [file] }),
    );
    expect(eventOf(copilot, 'preToolUse.apply_patch').tool?.files).toEqual([
      'src/a.ts',
      'src/c.ts',
    ]);
    expect(eventOf(copilot, 'preToolUse.powershell').tool?.name).toBe('PowerShell');
  });

  it('report an MCP call a second time', () => {
    expect(contentOf(eventOf(copilot, 'preMcpToolCall'))).toEqual({
      event_type: 'before_tool',
      native_event: 'preMcpToolCall',
      cwd,
      tool_use_id: 'call_1',
      metadata: { specific: true },
      tool: toolOf(
        'search',
        'search',
        { query: 'hooks' },
        { mcp: { server: 'docs', tool: 'search' } },
      ),
    });
  });

  it('contain the text that the model saw as the response', () => {
    expect(eventOf(copilot, 'postToolUse').tool).toMatchObject({
      response: '212 passed',
      is_error: false,
      exit_code: null,
    });
  });

  it('end a turn with one event, which ends the agent’s work unless a hook refuses it', () => {
    expect(contentOf(eventOf(copilot, 'Stop'))).toEqual({
      event_type: 'stop',
      also: ['after_agent'],
      native_event: 'Stop',
      cwd,
      stop_hook_active: true,
      metadata: { stop_reason: 'end_turn' },
    });
  });

  it('are recognised by their fields if nothing names the event', () => {
    const camel = documented('copilot').filter(({ nativeEvent }) => nativeEvent !== undefined);
    expect(
      camel.filter(({ payload, nativeEvent }) => guessedName(payload) !== nativeEvent),
    ).toEqual([]);
  });

  it('of an unknown event are kept', () => {
    const payload: JsonObject = { sessionId: 's', hook_event_name: 'Lunch' };
    expect(contentOf(copilot.parse(payload, { nowMs: ARRIVED_MS, raw: '' }))).toEqual({
      event_type: 'unknown',
      native_event: 'Lunch',
    });
  });
});
