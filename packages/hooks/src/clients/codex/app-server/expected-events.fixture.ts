/** The expected events of the recorded turns, without `data` and `raw`. */
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';

export type RecordingName = 'approvals' | 'patch' | 'mcp';
export type ExpectedEvent = Omit<HookEvent, 'data' | 'raw'>;

interface Recording {
  thread: string;
  rollout: string;
  turn: string;
  call: string;
  prompt: string;
  /** `emittedAtMs`, or `startedAtMs`, of the five messages. */
  times: [string, string, string, string, string];
  asks: Partial<ExpectedEvent>;
  asked: ToolSeen;
  ended: Partial<ExpectedEvent>;
  endedTool: Partial<ToolSeen>;
}

const TOOL: ToolSeen = {
  name: 'Bash',
  native_name: 'Bash',
  mcp: null,
  input: {},
  error: null,
  is_error: null,
  exit_code: null,
  duration_ms: null,
  files: [],
};

const PATCH = '*** Begin Patch\n*** Add File: /home/dev/project/notes.txt\n+hello\n*** End Patch\n';

const RECORDINGS: Record<RecordingName, Recording> = {
  approvals: {
    thread: '01a1fc57-691d-75f3-a4c7-64a25d135fa5',
    rollout: '2026-11-21T04-22-29',
    turn: '01a1fc57-6932-7601-a9b2-b7e388e45c9a',
    call: 'call_TBCiNjkEmKGdbufPXfuu1hNu',
    prompt: 'Run it.',
    times: [
      '2026-11-21T04:22:29.423Z',
      '2026-11-21T04:22:29.445Z',
      '2026-11-21T04:22:29.607Z',
      '2026-11-21T04:22:29.642Z',
      '2026-11-21T04:22:29.721Z',
    ],
    asks: { native_event: 'item/commandExecution/requestApproval', message: 'need it' },
    asked: { ...TOOL, input: { command: 'touch made.txt', description: 'need it' } },
    ended: { event_type: 'after_tool' },
    endedTool: {
      input: { command: 'touch made.txt' },
      is_error: false,
      exit_code: 0,
      duration_ms: 0,
    },
  },
  patch: {
    thread: '01a1fc57-6d9f-7e91-af7a-a773734bedb7',
    rollout: '2026-11-21T04-22-30',
    turn: '01a1fc57-6db3-7bc3-8c8a-fb5e9b6b72b0',
    call: 'call_aTgDSwBlfUC79Po2t1VuOTqb',
    prompt: 'Write it.',
    times: [
      '2026-11-21T04:22:30.577Z',
      '2026-11-21T04:22:30.598Z',
      '2026-11-21T04:22:30.741Z',
      '2026-11-21T04:22:30.766Z',
      '2026-11-21T04:22:30.843Z',
    ],
    asks: { native_event: 'item/fileChange/requestApproval' },
    asked: {
      ...TOOL,
      name: 'Edit',
      native_name: 'apply_patch',
      input: { command: PATCH, file_path: '/home/dev/project/notes.txt' },
      files: ['/home/dev/project/notes.txt'],
    },
    ended: { event_type: 'after_tool' },
    endedTool: { is_error: false },
  },
  mcp: {
    thread: '01a1fc57-86be-7011-bf46-9c7d2e074fce',
    rollout: '2026-11-21T04-22-36',
    turn: '01a1fc57-86d8-7813-a67b-f4b6679022d5',
    call: 'call_GLDh0zqblDSW7fraMFFYRvL1',
    prompt: 'Use MCP.',
    times: [
      '2026-11-21T04:22:37.013Z',
      '2026-11-21T04:22:37.057Z',
      'now',
      '2026-11-21T04:22:37.371Z',
      '2026-11-21T04:22:37.424Z',
    ],
    asks: {
      native_event: 'mcpServer/elicitation/request',
      message: 'Allow the trivial MCP server to run tool "fail"?',
    },
    asked: {
      ...TOOL,
      name: 'mcp__trivial__fail',
      native_name: 'mcp__trivial__fail',
      mcp: { server: 'trivial', tool: 'fail' },
    },
    ended: { event_type: 'tool_failure', metadata: { is_failure: true } },
    endedTool: {
      response: {
        content: [{ type: 'text', text: 'deliberate failure' }],
        structuredContent: null,
        _meta: null,
      },
      error: 'deliberate failure',
      is_error: true,
      duration_ms: 3,
    },
  },
};

/** @param now ISO time of messages without a time. */
export function expectedEvents(name: RecordingName, now: string): ExpectedEvent[] {
  const { thread, rollout, turn, call, prompt, times, asks, asked, ended, endedTool } =
    RECORDINGS[name];
  const base: Omit<ExpectedEvent, 'event_type' | 'native_event' | 'timestamp'> = {
    id: '',
    also: [],
    session_id: thread,
    source: 'codex',
    machine_id: null,
    cwd: '/home/dev/project',
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: {},
    transcript_path: `/home/dev/.codex/sessions/2026/11/21/rollout-${rollout}-${thread}.jsonl`,
    permission_mode: { mode: 'default', native: 'on-request' },
    parent_session_id: null,
    agent_id: null,
    agent_type: null,
    turn_id: turn,
    tool_use_id: null,
    model: 'gpt-5.5',
    tool: null,
    prompt: null,
    subject: null,
    message: null,
    stop_hook_active: false,
    last_assistant_message: null,
  };
  const [started, turned, asking, ending, completed] = times;
  return [
    {
      ...base,
      event_type: 'session_start',
      native_event: 'thread/started',
      timestamp: started,
      turn_id: null,
      subject: 'startup',
    },
    {
      ...base,
      event_type: 'before_agent',
      native_event: 'turn/started',
      timestamp: turned,
      prompt,
    },
    {
      ...base,
      event_type: 'before_tool',
      native_event: '',
      also: ['permission_request'],
      timestamp: asking === 'now' ? now : asking,
      tool_use_id: call,
      ...asks,
      tool: asked,
    },
    {
      ...base,
      event_type: 'after_tool',
      native_event: 'item/completed',
      timestamp: ending,
      tool_use_id: call,
      ...ended,
      tool: { ...asked, ...endedTool },
    },
    {
      ...base,
      event_type: 'after_agent',
      native_event: 'turn/completed',
      timestamp: completed,
      last_assistant_message: 'done',
    },
  ];
}
