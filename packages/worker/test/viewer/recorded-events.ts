/** Notes, hook runs and telemetry of the recorded workspace. */
import type { UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';

/** The time at which the pages are viewed. */
export const NOW = Date.parse('2026-11-21T15:04:00.000Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const FIRST = '6957167e-70de-42b6-ad6e-8b09ddac1fe5';
export const SECOND = '8f2c61aa-11d0-4c7e-9b0e-2f4a5b6c7d8e';
export const CODEX = '01a1fc57-552b-7240-a871-c04415a622c5';

const note = (payload: JsonObject, minutes: number): UnsealedEvent => ({
  type: 'note.recorded',
  actorId: 'hookloom-notes',
  origin: {
    channel: 'tool',
    client: 'claude-code',
    session_id: FIRST,
  },
  timestamp: new Date(NOW - 2 * DAY + minutes * MINUTE).toISOString(),
  payload: { session_id: FIRST, made_by: 'rules', ...payload },
});

const run = (payload: JsonObject, client = 'claude-code'): UnsealedEvent => ({
  type: 'hook.run.completed',
  actorId: 'zaxy-hook',
  origin: {
    channel: 'system',
    client,
    session_id: client === 'claude-code' ? FIRST : `${client}-1`,
  },
  timestamp: new Date(NOW - DAY).toISOString(),
  payload: {
    handler: 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    dialect: 'claude',
    layer: 'project',
    file: '.claude/settings.json:10',
    event_type: 'before_tool',
    native_event: 'PreToolUse',
    tool_name: 'Bash',
    outcome: 'silent',
    decision: 'none',
    duration_ms: 21,
    ...payload,
  },
});

export const telemetry = (type: string, payload: JsonObject): UnsealedEvent => ({
  type,
  actorId: 'hookloom-notes',
  origin: { channel: 'system' },
  payload,
});

const call = (model: string, input: number, output: number, cost: number): UnsealedEvent =>
  telemetry('summarizer.called', {
    provider: model.startsWith('llama') ? 'openai-compatible' : 'anthropic',
    model,
    ok: true,
    input_tokens: input,
    output_tokens: output,
    cost_usd: cost,
    day: model.startsWith('llama') ? '2026-11-20' : '2026-11-19',
    items: 12,
  });

/** @param covers Events that the first note covers. */
export const made = (covers: string[]): UnsealedEvent[] => [
  note(
    {
      type: 'bugfix',
      title: 'Due dates are compared as calendar days',
      subtitle: 'src/due-date.mjs was changed and its tests pass.',
      facts: ['src/due-date.mjs was modified', '`npm test` passed after the change'],
      concepts: ['problem-solution', 'gotcha'],
      files_modified: ['src/due-date.mjs'],
      covers,
    },
    3,
  ),
  note(
    {
      type: 'discovery',
      title: 'Invoice numbers come from a PostgreSQL sequence',
      concepts: ['how-it-works'],
      files_modified: ['docs/numbering.md'],
    },
    5,
  ),
  {
    ...note({}, 6),
    type: 'session.summarized',
    payload: {
      session_id: FIRST,
      request: 'Find out why the due date test fails west of Greenwich',
      investigated: 'src/due-date.mjs',
      completed: 'Dates are compared as UTC calendar days; both tests pass',
      next_steps: 'None were named',
      made_by: 'rules',
      covers,
    },
  },
  run({}),
  run({ duration_ms: 34 }),
  run({ outcome: 'answered', decision: 'deny', duration_ms: 29, notes: 'a push with force' }),
  run(
    {
      decision: 'ask',
      outcome: 'answered',
      duration_ms: 48,
      native_event: 'BeforeTool',
      tool_name: 'run_shell_command',
      losses: [{ field: 'decision', survival: 'weakened', note: 'It cannot ask; it denies.' }],
    },
    'gemini',
  ),
  run({ outcome: 'timed_out', duration_ms: 5000, file: '.codex/hooks.json:4' }, 'codex'),
  call('claude-haiku-4-5', 18_240, 1730, 0.0269),
  call('llama3.2', 9630, 1204, 0),
  telemetry('context.injected', {
    session_id: SECOND,
    client: 'claude-code',
    bytes: 2964,
    notes: [],
  }),
];
