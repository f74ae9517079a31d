/** Work notes: the result of a call, a turn or a session, and what people did with the notes. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const texts = z.array(z.string());
/** Tokens that the model call used; absent for rules. */
const tokens = z.looseObject({ input: z.number(), output: z.number() }).optional();

/** Hashes of its files when it was made, to detect later changes. */
const fileStates = z.array(z.looseObject({ path: text, blob: text })).optional();

export const noteEvents = eventFamily(by('hookloom-notes', 'operation', 'notes'), {
  'note.recorded': {
    summary:
      'A note on recorded work. `covers` names the events it was made from; `made_by` is rules, manual or provider:model.',
    schema: z.looseObject({
      session_id: text,
      type: text,
      title: text,
      subtitle: text.optional(),
      facts: texts.optional(),
      narrative: text.optional(),
      concepts: texts.optional(),
      files_read: texts.optional(),
      files_modified: texts.optional(),
      prompt_number: z.number().optional(),
      covers: texts.optional(),
      made_by: text,
      tokens,
      agent_id: text.optional(),
      agent_type: text.optional(),
      supersedes: text.optional(),
      file_states: fileStates,
      pinned: z.boolean().optional(),
      /** Its topic, so that later work joins or replaces it. */
      work: z
        .looseObject({ kind: text, subject: text, outcome: text.optional(), said: text.optional() })
        .optional(),
    }),
    example: {
      session_id: '5e0d1f0e-6f0b-4f3a-9a7e-3d7c1b2a4c5d',
      type: 'bugfix',
      title: 'Login keeps the refresh token',
      subtitle: 'src/login.ts was changed and its tests pass.',
      facts: ['src/login.ts was modified', '`npm test` passed after the change'],
      concepts: ['problem-solution'],
      files_modified: ['src/login.ts'],
      prompt_number: 2,
      covers: ['01JD8X6Z5T9Q4W3N2M1K0H7G6F'],
      made_by: 'rules',
    },
  },
  'note.merged': {
    summary: 'An earlier note also covers these events.',
    schema: z.looseObject({
      note: text,
      covers: texts,
      files_read: texts.optional(),
      files_modified: texts.optional(),
      facts: texts.optional(),
      file_states: fileStates,
    }),
    example: { note: '01JD8X6Z5T9Q4W3N2M1K0H7G6F', covers: ['01JD8X70AB9Q4W3N2M1K0H7G6F'] },
  },
  'note.changed': {
    actor: 'user',
    summary: 'A person corrected, pinned or unpinned a note.',
    schema: z.looseObject({
      note: text,
      title: text.optional(),
      subtitle: text.optional(),
      narrative: text.optional(),
      facts: texts.optional(),
      type: text.optional(),
      concepts: texts.optional(),
      pinned: z.boolean().optional(),
    }),
    example: { note: '01JD8X6Z5T9Q4W3N2M1K0H7G6F', pinned: true },
  },
  'session.summarized': {
    summary: 'The result of a turn of a client session.',
    schema: z.looseObject({
      session_id: text,
      prompt_number: z.number().optional(),
      request: text.optional(),
      investigated: text.optional(),
      learned: text.optional(),
      completed: text.optional(),
      next_steps: text.optional(),
      notes: text.optional(),
      files_read: texts.optional(),
      files_edited: texts.optional(),
      covers: texts.optional(),
      made_by: text,
      tokens,
    }),
    example: {
      session_id: '5e0d1f0e-6f0b-4f3a-9a7e-3d7c1b2a4c5d',
      prompt_number: 2,
      request: 'Keep the login alive after an hour',
      investigated: 'src/login.ts, src/session.ts',
      completed: 'Changed src/login.ts; `npm test` passed',
      next_steps: 'None were named',
      made_by: 'rules',
    },
  },
  'note.abandoned': {
    class: 'telemetry',
    summary: 'No note could be made of these events after the allowed attempts: a dead letter.',
    schema: z.looseObject({ covers: texts, attempts: z.number(), reason: text }),
    example: {
      covers: ['01JD8X6Z5T9Q4W3N2M1K0H7G6F'],
      attempts: 3,
      reason: 'provider_unavailable',
    },
  },
  'note.retried': {
    class: 'telemetry',
    actor: 'user',
    summary: 'A dead letter was returned to the queue.',
    schema: z.looseObject({ covers: texts }),
    example: { covers: ['01JD8X6Z5T9Q4W3N2M1K0H7G6F'] },
  },
  'summarizer.called': {
    class: 'telemetry',
    summary: 'A model was called for notes. Records the cost.',
    schema: z.looseObject({
      provider: text,
      model: text,
      ok: z.boolean(),
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number(),
      day: text,
      items: z.number(),
      error: text.optional(),
    }),
    example: {
      provider: 'openai-compatible',
      model: 'llama3.2',
      ok: true,
      input_tokens: 2400,
      output_tokens: 310,
      cost_usd: 0,
      day: '2026-11-21',
      items: 12,
    },
  },
  'context.injected': {
    class: 'telemetry',
    operation: 'context_injection',
    actor: 'zaxy',
    summary: 'Memory was given to a client at the start of a session, with its size in bytes.',
    schema: z.looseObject({
      session_id: text.optional(),
      client: text.optional(),
      bytes: z.number(),
      notes: texts,
    }),
    example: {
      session_id: '5e0d1f0e-6f0b-4f3a-9a7e-3d7c1b2a4c5d',
      client: 'claude-code',
      bytes: 2048,
      notes: ['01JD8X6Z5T9Q4W3N2M1K0H7G6F'],
    },
  },
});
