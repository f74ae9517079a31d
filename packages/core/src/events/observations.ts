/** Observations while an agent worked. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();

export const observationEvents = eventFamily(by('zaxy-observer', 'caller'), {
  'transcript.turn': {
    actor: 'user',
    summary: 'One turn of the conversation. The actor is the role.',
    schema: z.looseObject({
      role: text,
      content: text,
      source: text.optional(),
      turn_index: z.number().optional(),
      session_id: text.optional(),
    }),
    example: { role: 'user', content: 'Please do the demo.', source: 'claude-code', turn_index: 1 },
  },
  'tool.call.completed': {
    summary:
      'A tool call ended. Records only the names of its arguments, and `target` (the file with its lines, or the search) and `tasks` (the text and state of each task in a list). `self: true` marks a call of this product, which is telemetry.',
    schema: z.looseObject({
      tool_name: text,
      status: text.optional(),
      call_id: text.optional(),
      argument_keys: z.array(text).optional(),
      result_summary: text.optional(),
      source: text.optional(),
      self: z.boolean().optional(),
    }),
    example: {
      tool_name: 'Bash',
      status: 'ok',
      argument_keys: ['command', 'description'],
      result_summary: 'README.md src',
      source: 'claude-code',
    },
  },
  'command.completed': {
    summary:
      'A shell command ended. Records up to 2,000 characters of relevant output and, if the command contains them, `commit_message`, `branch`, `pull_requests` and `issues`.',
    schema: z.looseObject({
      command: text,
      exit_code: z.number().nullable().optional(),
      outcome: text.optional(),
      duration_ms: z.number().optional(),
      stdout: text.optional(),
      stderr: text.optional(),
      source: text.optional(),
    }),
    example: {
      command: 'npm test',
      exit_code: 0,
      outcome: 'passed',
      stdout: '312 passed',
      source: 'claude-code',
    },
  },
  'tool.call.settled': {
    writtenBy: 'hook',
    operation: 'hooks',
    summary:
      'The outcome of a shell call that was first recorded as `unknown`, because only the session file contains it. It belongs to the event in `settles_seq` and is not a separate call.',
    schema: z.looseObject({
      tool_name: text,
      call_id: text,
      status: text,
      settles_seq: z.number(),
      command: text,
      exit_code: z.number(),
      outcome: text.optional(),
      duration_ms: z.number().optional(),
      stdout: text.optional(),
      stderr: text.optional(),
      source: text.optional(),
    }),
    example: {
      tool_name: 'Bash',
      call_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
      status: 'ok',
      settles_seq: 41,
      command: 'npm test',
      exit_code: 0,
      outcome: 'passed',
      source: 'codex-local',
    },
  },
  'file.edit.applied': {
    summary:
      'A file was changed. Its content is not recorded, except for `added`: text that was written to CLAUDE.md, AGENTS.md or GEMINI.md. `changed_by_user`: the user changed the edit.',
    schema: z.looseObject({
      path: text,
      operation: text.optional(),
      summary: text.optional(),
      line_count: z.number().optional(),
      source: text.optional(),
    }),
    example: { path: 'src/app.js', operation: 'modified', line_count: 1, source: 'claude-code' },
  },
  'document.indexed': {
    actor: 'zaxy',
    summary: 'A chunk of a document was indexed.',
    schema: z.looseObject({ path: text, content: text, line_start: z.number().optional() }),
    example: { path: 'docs/how-to.md', content: 'Run the build first.', line_start: 1 },
  },
});
