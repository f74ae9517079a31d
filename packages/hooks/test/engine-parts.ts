/** Small makers of engine values for tests. */
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import type { Handler } from '../src/engine/handler.ts';
import type { RawOutcome } from '../src/engine/outcome.ts';

export function hookEvent(type: HookEventType, parts: Partial<HookEvent> = {}): HookEvent {
  return {
    id: 'evt_1',
    event_type: type,
    also: [],
    session_id: 's1',
    source: 'codex',
    timestamp: '2026-11-21T08:00:00.000Z',
    data: {},
    machine_id: null,
    cwd: '/home/dev/project',
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: {},
    native_event: 'PreToolUse',
    raw: '{}',
    transcript_path: null,
    permission_mode: null,
    parent_session_id: null,
    agent_id: null,
    agent_type: null,
    turn_id: null,
    tool_use_id: null,
    model: null,
    tool: null,
    prompt: null,
    subject: null,
    message: null,
    stop_hook_active: false,
    last_assistant_message: null,
    ...parts,
  };
}

export function bashEvent(command: string, type: HookEventType = 'before_tool'): HookEvent {
  return hookEvent(type, { tool: toolSeen('Bash', { command }) });
}

export function toolSeen(name: string, input: JsonValue): NonNullable<HookEvent['tool']> {
  return {
    name,
    native_name: name,
    mcp: null,
    input,
    error: null,
    is_error: null,
    exit_code: null,
    duration_ms: null,
    files: [],
  };
}

let made = 0;

export function handler(
  parts: Partial<Handler> & { group?: number; index?: number } = {},
): Handler {
  const { group = made, index = 0, ...rest } = parts;
  made++;
  return {
    identity: `sha256:${made}`,
    dialect: 'toml',
    source: {
      file: {
        path: '/home/dev/.hookloom/hooks.toml',
        dialect: parts.dialect ?? 'toml',
        layer: 'user',
      },
      line: 1,
      group,
      index,
    },
    event: 'pre_tool_use',
    type: 'before_tool',
    matcherText: null,
    matcher: { kind: 'all' },
    condition: null,
    action: { kind: 'shell', command: 'true' },
    timeoutMs: 600_000,
    async: false,
    once: false,
    critical: false,
    sequential: false,
    statusMessage: null,
    env: {},
    name: null,
    ...rest,
  };
}

/** A process that ended well and printed this. */
export function printed(
  stdout: string,
  parts: Partial<RawOutcome & { kind: 'process' }> = {},
): RawOutcome {
  return {
    kind: 'process',
    exitCode: 0,
    signal: null,
    timedOut: false,
    startError: null,
    stdout,
    stderr: '',
    truncated: false,
    durationMs: 1,
    ...parts,
  };
}
