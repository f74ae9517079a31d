/** Events, handlers and outcomes for tests. */
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { ConfigFile, Handler } from '../../engine/handler.ts';
import type { RawOutcome } from '../../engine/outcome.ts';
import { CLAUDE_EVENTS } from './events.ts';

export const PROJECT = '/home/dev/project';
export const CONTEXT = { turnNumber: 1, projectDir: PROJECT };

export const PROJECT_FILE: ConfigFile = {
  path: `${PROJECT}/.claude/settings.json`,
  dialect: 'claude',
  layer: 'project',
};
export const USER_FILE: ConfigFile = {
  path: '/home/dev/.claude/settings.json',
  dialect: 'claude',
  layer: 'user',
};

/** A shell call under Codex by default. */
export function sampleEvent(more: Partial<HookEvent> = {}): HookEvent {
  return {
    id: 'evt_1',
    event_type: 'before_tool',
    also: [],
    session_id: 's1',
    source: 'codex',
    timestamp: '2026-11-21T04:22:40.000Z',
    data: {},
    machine_id: null,
    cwd: PROJECT,
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: {},
    native_event: 'PreToolUse',
    raw: '',
    transcript_path: null,
    permission_mode: null,
    parent_session_id: null,
    agent_id: null,
    agent_type: null,
    turn_id: null,
    tool_use_id: null,
    model: null,
    tool: sampleTool(),
    prompt: null,
    subject: null,
    message: null,
    stop_hook_active: false,
    last_assistant_message: null,
    ...more,
  };
}

export function sampleTool(more: Partial<ToolSeen> = {}): ToolSeen {
  return {
    name: 'Bash',
    native_name: 'Bash',
    mcp: null,
    input: { command: 'ls' },
    error: null,
    is_error: null,
    exit_code: null,
    duration_ms: null,
    files: [],
    ...more,
  };
}

export function sampleHandler(event: string, more: Partial<Handler> = {}): Handler {
  return {
    identity: 'sha256:0',
    dialect: 'claude',
    source: { file: PROJECT_FILE, line: 1, group: 0, index: 0 },
    event,
    type: CLAUDE_EVENTS.find(({ name }) => name === event)?.type ?? 'unknown',
    matcherText: null,
    matcher: { kind: 'all' },
    condition: null,
    action: { kind: 'shell', command: './hook' },
    timeoutMs: 600_000,
    async: false,
    once: false,
    critical: false,
    sequential: false,
    statusMessage: null,
    env: {},
    name: null,
    ...more,
  };
}

type ProcessOutcome = Extract<RawOutcome, { kind: 'process' }>;

/** By default, a process that printed this and exited with 0. */
export function ended(stdout: JsonValue, more: Partial<ProcessOutcome> = {}): RawOutcome {
  return {
    kind: 'process',
    exitCode: 0,
    signal: null,
    timedOut: false,
    startError: null,
    stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
    stderr: '',
    truncated: false,
    durationMs: 1,
    ...more,
  };
}

/** A recorded payload as another client's event: everything that the common fields can say, and no more. */
export function asForeignEvent(payload: JsonObject, source: HookEvent['source']): HookEvent {
  const text = (key: string): string | null =>
    typeof payload[key] === 'string' ? payload[key] : null;
  const name = text('tool_name');
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name ?? '');
  const mode = text('permission_mode') as NonNullable<HookEvent['permission_mode']>['mode'];
  return sampleEvent({
    source,
    data: payload,
    session_id: text('session_id') ?? 'unknown',
    cwd: text('cwd'),
    transcript_path: text('transcript_path'),
    permission_mode: mode === null ? null : { mode, native: mode },
    turn_id: text('prompt_id'),
    agent_id: text('agent_id'),
    agent_type: text('agent_type'),
    tool_use_id: text('tool_use_id'),
    model: text('model'),
    prompt: text('prompt'),
    message: text('message'),
    subject:
      ['source', 'trigger', 'notification_type', 'error', 'load_reason', 'command_name']
        .map(text)
        .find((word) => word !== null) ??
      (text('hook_event_name') === 'SessionEnd' ? text('reason') : text('agent_type')),
    stop_hook_active: payload['stop_hook_active'] === true,
    last_assistant_message: text('last_assistant_message'),
    ...(text('hook_event_name') === 'PermissionDenied' ? { message: text('reason') } : {}),
    tool:
      name === null
        ? null
        : sampleTool({
            name,
            native_name: name,
            mcp: mcp === null ? null : { server: mcp[1]!, tool: mcp[2]! },
            input: payload['tool_input'] ?? null,
            ...(payload['tool_response'] === undefined
              ? {}
              : { response: payload['tool_response'] }),
            error: text('error'),
            duration_ms: typeof payload['duration_ms'] === 'number' ? payload['duration_ms'] : null,
          }),
  });
}
