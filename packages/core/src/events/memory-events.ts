/** What happens to memory itself: reinforcement, invalidation, forgetting, refs, activity. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const target = z.looseObject({ entity_name: text, entity_type: text });
const sha = 'sha256:0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08';

export const memoryEvents = eventFamily(
  by('zaxy-memory', 'operation', 'memory_feedback', 'telemetry'),
  {
    'memory.reinforced': {
      class: 'memory',
      actor: 'assistant',
      summary: 'A fact was used or helpful.',
      schema: target,
      example: {
        entity_name: 'Use JSONL for the log',
        entity_type: 'decision',
        feedback: 'used',
        importance: 0.6,
      },
    },
    'memory.feedback': {
      actor: 'assistant',
      summary: 'A fact was irrelevant; audit only.',
      schema: target,
      example: {
        entity_name: 'Use JSONL for the log',
        entity_type: 'decision',
        feedback: 'irrelevant',
      },
    },
    'memory.feedback.recorded': {
      summary: 'Feedback was given.',
      schema: z.looseObject({}),
      example: { feedback: 'used' },
    },
    'memory.reinforcement': {
      summary:
        'Events were surfaced, confirmed, promoted or invalidated; salience is computed from these.',
      schema: z.looseObject({
        kind: z.enum(['surfaced', 'confirmed', 'promoted', 'invalidated']),
        targets: z.array(z.looseObject({ seq: z.number(), hash: text })),
      }),
      example: { kind: 'surfaced', targets: [{ seq: 2, hash: sha.slice(7) }] },
    },
    'metacognition.fok.predicted': {
      operation: 'memory_feeling_of_knowing',
      summary:
        'It was predicted whether a checkout would find something; compared with the checkout later.',
      schema: z.looseObject({
        query_hash: text,
        verdict: z.enum(['likely', 'possible', 'unlikely']),
        score: z.number().min(0).max(1),
        authority_status: z.literal('non_authoritative'),
      }),
      example: {
        query_hash: sha,
        verdict: 'likely',
        score: 0.6,
        authority_status: 'non_authoritative',
      },
    },
    'memory.checkout.completed': {
      operation: 'memory_checkout',
      summary: 'A checkout was answered.',
      schema: z.looseObject({ query: text }),
      example: { query: 'current task', current_fact_count: 3, citation_count: 5 },
    },
    'memory.bootstrap.shown': {
      operation: 'memory_bootstrap',
      summary: 'An agent received the context for a new session.',
      schema: z.looseObject({}),
      example: { mode: 'session_start' },
    },
    'memory.reminder.suggested': {
      writtenBy: 'hook',
      operation: 'hooks',
      summary: 'The agent was reminded to use its memory.',
      schema: z.looseObject({ trigger: text, reasons: z.array(text) }),
      example: {
        trigger: 'session-start',
        reasons: ['context_boundary'],
        recommended_tool: 'memory_checkout',
      },
    },
    'memory.ref.updated': {
      writtenBy: 'log',
      operation: 'memory_refs',
      actor: 'zaxy',
      summary: 'A ref was moved to an event.',
      schema: z.looseObject({
        name: text,
        session_id: text,
        target_seq: z.number(),
        target_hash: text,
        ref_type: text,
      }),
      example: {
        name: 'refs/heads/main',
        session_id: 'project-default',
        target_seq: 2,
        target_hash: sha.slice(7),
        ref_type: 'head',
      },
    },
  },
);
