/** Lifecycle marks of agent clients. */
import { z } from 'zod';
import { by, eventFamily, type EventClass } from './definition.ts';

const lifecycle = z.looseObject({
  trigger: z.string().optional(),
  source: z.string().optional(),
  workspace: z.string().optional(),
  /** Git's commit and branch in the workspace when a session started. */
  branch: z.string().optional(),
  transcript_path: z.string().optional(),
  summary: z.string().optional(),
  reason: z.string().optional(),
  turn_count: z.number().optional(),
});

export const hookEvents = eventFamily(by('zaxy-hook', 'caller', undefined, 'telemetry'), {
  'hook.run.completed': {
    writtenBy: 'hook',
    operation: 'hooks',
    summary:
      'A hook of the user ran: how it ended, what it decided, and what the client could not receive.',
    schema: z.looseObject({
      handler: z.string(),
      dialect: z.string(),
      layer: z.string(),
      file: z.string().optional(),
      hook_event: z.string().optional(),
      event_type: z.string(),
      native_event: z.string().optional(),
      outcome: z.string(),
      decision: z.enum(['none', 'allow', 'ask', 'defer', 'deny']),
      /** Masked, at most 1,000 characters. */
      reason: z.string().optional(),
      duration_ms: z.number(),
      losses: z
        .array(z.looseObject({ field: z.string(), survival: z.string(), note: z.string() }))
        .optional(),
      notes: z.string().optional(),
    }),
    example: {
      handler: 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      dialect: 'toml',
      layer: 'project',
      file: '.codex/config.toml:4',
      hook_event: 'pre_tool_use',
      event_type: 'before_tool',
      native_event: 'PreToolUse',
      outcome: 'answered',
      decision: 'deny',
      reason: 'Remove single files instead.',
      duration_ms: 12,
      source: 'claude-code',
    },
  },
  'hook.trusted': {
    writtenBy: 'operation',
    operation: 'hooks_trust',
    actor: 'user',
    summary: 'A person reviewed hooks of the project and let them run.',
    schema: z.looseObject({
      hooks: z.array(
        z.looseObject({ place: z.string(), digest: z.string(), scripts: z.array(z.string()) }),
      ),
      revoked: z.boolean().optional(),
      /** Files that were put back as they were reviewed. */
      restored: z.array(z.string()).optional(),
      /** How the person was recognised: `person` at a terminal, or `admin_token`. */
      by: z.string().optional(),
      terminal: z.string().optional(),
      /** The client inside which the admin token was used. */
      inside: z.string().optional(),
    }),
    example: {
      hooks: [
        {
          place: '.codex/config.toml:pre_tool_use:0:0',
          digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
          scripts: ['check-tool.sh'],
        },
      ],
    },
  },
  'hook.guard.reported': {
    writtenBy: 'hook',
    operation: 'hooks',
    summary:
      'A hook did not run as reviewed, or its protection changed: what happened, and whether the call was refused.',
    schema: z.looseObject({
      kind: z.enum([
        'unreviewed',
        'changed',
        'removed',
        'switched_off',
        'not_run',
        'not_registered',
        'missed',
        'edited',
        'protected',
        'review_refused',
        'input_lost',
      ]),
      refused: z.boolean(),
      critical: z.boolean().optional(),
      file: z.string().optional(),
      hook_event: z.string().optional(),
      native_event: z.string().optional(),
      tool_name: z.string().optional(),
      tool_use_id: z.string().optional(),
      session_id: z.string().optional(),
      detail: z.string(),
    }),
    example: {
      kind: 'changed',
      refused: true,
      critical: true,
      file: '.hookloom/hooks.toml:1',
      hook_event: 'pre_tool_use',
      native_event: 'PreToolUse',
      tool_name: 'Bash',
      detail: 'check.sh differs from the reviewed version.',
      source: 'claude-code',
    },
  },
  'hook.session_started': mark('memory', 'session-start', 'A client session started.'),
  'hook.resumed': mark('memory', 'resume', 'A client session was resumed.'),
  'hook.session_resumed': mark(
    'memory',
    'session-resumed',
    'A client session was resumed and requested context to recover.',
  ),
  'hook.stop': mark('telemetry', 'stop', 'The agent finished a response.'),
  'hook.precompact': mark('telemetry', 'precompact', 'The client is about to compact its context.'),
  'hook.checkpoint': mark(
    'memory',
    'checkpoint',
    'A manual or periodic checkpoint, with its summary.',
  ),
  'hook.heartbeat': mark('telemetry', 'heartbeat', 'The write path is healthy.'),
  'hook.user_prompt_submitted': mark('telemetry', 'user-prompt-submit', 'The user sent a prompt.'),
  'hook.pre_tool_use': mark('telemetry', 'PreToolUse', 'A tool call is about to run.'),
  'hook.permission_denied': {
    class: 'memory',
    summary: 'A hook or the client denied a call: the tool, its target and the reason.',
    schema: lifecycle.extend({
      tool_name: z.string().optional(),
      target: z.string().optional(),
    }),
    example: {
      trigger: 'permission-denied',
      source: 'claude-code',
      tool_name: 'Bash',
      target: 'git push --force origin main',
      reason: 'Open a pull request instead.',
    },
  },
  'hook.notification': mark('telemetry', 'Notification', 'The client notified the user.'),
});

function mark(of: EventClass, trigger: string, summary: string) {
  const example = { trigger, source: 'claude-code', workspace: '/home/dev/project' };
  return { class: of, summary, schema: lifecycle, example };
}
