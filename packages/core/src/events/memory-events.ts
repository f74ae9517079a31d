/** What happens to memory itself: reinforcement, invalidation, forgetting, refs, activity. */
import { z } from 'zod';
import { defineEvent, type EventDefinition } from './definition.ts';

const text = z.string();
const target = z.looseObject({ entity_name: text, entity_type: text });
const sha = 'sha256:0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08';

export const memoryEvents: EventDefinition[] = [
  defineEvent({
    type: 'memory.reinforced',
    class: 'memory',
    writtenBy: 'operation',
    operation: 'memory_feedback',
    actor: 'assistant',
    summary: 'A fact was used or helpful.',
    schema: target,
    example: {
      entity_name: 'Use JSONL for the log',
      entity_type: 'decision',
      feedback: 'used',
      importance: 0.6,
    },
  }),
  defineEvent({
    type: 'memory.feedback',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_feedback',
    actor: 'assistant',
    summary: 'A fact was irrelevant; audit only.',
    schema: target,
    example: {
      entity_name: 'Use JSONL for the log',
      entity_type: 'decision',
      feedback: 'irrelevant',
    },
  }),
  defineEvent({
    type: 'memory.feedback.recorded',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_feedback',
    actor: 'zaxy-memory',
    summary: 'Feedback was given.',
    schema: z.looseObject({}),
    example: { feedback: 'used' },
  }),
  defineEvent({
    type: 'memory.reinforcement',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_feedback',
    actor: 'zaxy-memory',
    summary:
      'Events were surfaced, confirmed, promoted or invalidated; salience is computed from these.',
    schema: z.looseObject({
      kind: z.enum(['surfaced', 'confirmed', 'promoted', 'invalidated']),
      targets: z.array(z.looseObject({ seq: z.number(), hash: text })),
    }),
    example: { kind: 'surfaced', targets: [{ seq: 2, hash: sha.slice(7) }] },
  }),
  defineEvent({
    type: 'metacognition.fok.predicted',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_feeling_of_knowing',
    actor: 'zaxy-memory',
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
  }),
  defineEvent({
    type: 'memory.checkout.completed',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_checkout',
    actor: 'zaxy-memory',
    summary: 'A checkout was answered.',
    schema: z.looseObject({ query: text }),
    example: { query: 'current task', current_fact_count: 3, citation_count: 5 },
  }),
  defineEvent({
    type: 'memory.bootstrap.shown',
    class: 'telemetry',
    writtenBy: 'operation',
    operation: 'memory_bootstrap',
    actor: 'zaxy-memory',
    summary: 'An agent received the context for a new session.',
    schema: z.looseObject({}),
    example: { mode: 'session_start' },
  }),
  defineEvent({
    type: 'memory.reminder.suggested',
    class: 'telemetry',
    writtenBy: 'hook',
    operation: 'hooks',
    actor: 'zaxy-memory',
    summary: 'The agent was reminded to use its memory.',
    schema: z.looseObject({ trigger: text, reasons: z.array(text) }),
    example: {
      trigger: 'session-start',
      reasons: ['context_boundary'],
      recommended_tool: 'memory_checkout',
    },
  }),
  defineEvent({
    type: 'memory.ref.updated',
    class: 'telemetry',
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
  }),
];
