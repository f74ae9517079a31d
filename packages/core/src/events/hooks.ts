/** Lifecycle marks of agent clients (seeds/000; zaxy.md §8.1; reference of Claude Code's events). */
import { z } from 'zod';
import { defineEvent, type EventClass, type EventDefinition } from './definition.ts';

const lifecycle = z.looseObject({
  trigger: z.string().optional(),
  source: z.string().optional(),
  workspace: z.string().optional(),
  transcript_path: z.string().optional(),
  summary: z.string().optional(),
  reason: z.string().optional(),
  turn_count: z.number().optional(),
});

function hookEvent(
  name: string,
  eventClass: EventClass,
  summary: string,
  trigger: string,
): EventDefinition {
  return defineEvent({
    type: `hook.${name}`,
    class: eventClass,
    actor: 'zaxy-hook',
    summary,
    schema: lifecycle,
    example: { trigger, source: 'claude-code', workspace: '/home/dev/project' },
  });
}

export const hookEvents: EventDefinition[] = [
  hookEvent('session_started', 'memory', 'A client session started.', 'session-start'),
  hookEvent('resumed', 'memory', 'A client session was resumed.', 'resume'),
  hookEvent(
    'session_resumed',
    'memory',
    'A client session was resumed and asked for a recovery packet.',
    'session-resumed',
  ),
  hookEvent('stop', 'telemetry', 'The agent finished a response.', 'stop'),
  hookEvent('precompact', 'telemetry', 'The client is about to compact its context.', 'precompact'),
  hookEvent(
    'checkpoint',
    'memory',
    'A manual or periodic checkpoint, with its summary.',
    'checkpoint',
  ),
  hookEvent('heartbeat', 'telemetry', 'The write path is healthy.', 'heartbeat'),
  hookEvent('user_prompt_submitted', 'telemetry', 'The user sent a prompt.', 'user-prompt-submit'),
  hookEvent('pre_tool_use', 'telemetry', 'A tool call is about to run.', 'PreToolUse'),
  hookEvent('notification', 'telemetry', 'The client notified the user.', 'Notification'),
];
