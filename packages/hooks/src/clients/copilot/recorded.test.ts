import { describe, expect, it } from 'vitest';
import { guessedName } from './guess-name.ts';
import { recordedEvent as event, RECORDED } from './recorded.fixture.ts';

const SESSION = event('sessionStart').session_id;

describe('payloads from the real Copilot CLI', () => {
  it('are recognised, whether the command names the event or not', () => {
    const types = RECORDED.map(({ name }) => [name, event(name).event_type]);
    const unknown = types.filter(([, type]) => type === 'unknown').map(([name]) => name);
    // The end of a subagent comes twice.
    expect(unknown).toEqual(['agentStop.subagent', 'Stop.subagent']);
    const camel = RECORDED.filter(({ nativeEvent }) => nativeEvent !== undefined);
    expect(
      camel.filter(({ payload, nativeEvent }) => guessedName(payload) !== nativeEvent),
    ).toEqual([]);
  });

  it('belong to one session, including the work of its subagent', () => {
    expect(new Set(RECORDED.map(({ name }) => event(name).session_id))).toEqual(new Set([SESSION]));
    const agents = RECORDED.filter(({ name }) => /subagent/i.test(name)).map(
      ({ name }) => event(name).agent_id,
    );
    expect(agents.filter((id) => id === null)).toEqual([]);
    expect(new Set(agents).size).toBe(1);
  });

  it('show how a command ended in its last line', () => {
    expect(event('postToolUse.bash').tool).toMatchObject({ exit_code: 0, is_error: false });
    expect(event('postToolUse.bash.failed').tool).toMatchObject({ exit_code: 3, is_error: true });
    expect(event('postToolUse.bash.failed')).toMatchObject({
      event_type: 'tool_failure',
      message: 'Exit code 3',
      metadata: { is_failure: true },
    });
    expect(event('postToolUse.view').tool).toMatchObject({ exit_code: null, is_error: false });
  });

  it('name the server of a tool with a hyphen, or with a slash in permission requests', () => {
    const mcp = { server: 'docs', tool: 'say-it' };
    for (const name of [
      'preToolUse.docs-say-it',
      'permissionRequest.docs_say-it',
      'preMcpToolCall.say-it',
    ])
      expect(event(name).tool?.mcp).toEqual(mcp);
    expect(event('preToolUse.bash').tool?.mcp).toBeNull();
  });

  it('contain the prompt of a subagent as the model’s words', () => {
    expect(event('userPromptSubmitted').metadata).toEqual({});
    expect(event('userPromptSubmitted.subagent').metadata).toEqual({ from_agent: true });
  });

  it('are the same through Claude Code’s settings, except for their spelling', () => {
    for (const [camel, pascal] of [
      ['preToolUse.create', 'PreToolUse.Write'],
      ['postToolUse.bash.failed', 'PostToolUse.Bash.failed'],
      ['permissionRequest.edit', 'PermissionRequest.edit'],
      ['agentStop.active', 'Stop.active'],
    ] as const) {
      const neutral = (name: string): unknown => {
        const { data: _, raw: _raw, native_event: _name, tool, ...rest } = event(name);
        return { ...rest, tool: tool && { ...tool, native_name: '' } };
      };
      expect(neutral(pascal)).toEqual(neutral(camel));
    }
  });
});
