/** Direct instructions to the memory: remember this, this is wrong, this is no longer valid, forget this. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const sha = 'sha256:0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08';
const citation = 'eventloom://shop-default/events/12#0464261d6ec0';

export const correctionEvents = eventFamily(by('user', 'operation', 'memory_remember'), {
  'memory.remembered': {
    summary: 'A person or a model saved a fact. It is pinned.',
    schema: z.looseObject({
      text,
      kind: text.optional(),
      subject: text.optional(),
      tags: z.array(text).optional(),
      importance: z.number().optional(),
      pinned: z.boolean(),
    }),
    example: {
      text: 'Invoices are numbered per year, starting at 1.',
      kind: 'rule',
      subject: 'invoices',
      tags: ['billing'],
      importance: 0.8,
      pinned: true,
    },
  },
  'memory.corrected': {
    operation: 'memory_correct',
    summary: 'A fact was replaced by a corrected version. The older version stays in its history.',
    schema: z.looseObject({
      entity_name: text,
      entity_type: text,
      text,
      corrects: text,
      reason: text.optional(),
    }),
    example: {
      entity_name: 'Invoices are numbered per year, starting at 1.',
      entity_type: 'memory',
      text: 'Invoices are numbered per year, starting at 1000.',
      corrects: citation,
      reason: 'Agreed with accounting.',
    },
  },
  'fact.invalidated': {
    operation: 'memory_invalidate',
    summary: 'A fact stopped being true. Its history stays.',
    schema: z.looseObject({ entity_name: text, entity_type: text, invalid_at: text }),
    example: {
      entity_name: 'Use JSONL for the log',
      entity_type: 'decision',
      invalid_at: '2026-11-21T00:00:00.000Z',
    },
  },
  'memory.forgotten': {
    class: 'telemetry',
    writtenBy: 'log',
    operation: 'memory_forget',
    summary:
      'Events were forgotten: their ids, and salted digests of the texts that are refused from now on, never the content.',
    schema: z.looseObject({
      events: z.array(z.looseObject({ id: text, seq: z.number(), digest: text })),
      /** Lines of the write gate. */
      gate: z.array(text).optional(),
      job: text.optional(),
      scope: text.optional(),
      reason: text.optional(),
    }),
    example: {
      events: [{ id: 'evt_0193', seq: 7, digest: sha, frame: sha }],
      gate: [`span 39 51234 ${sha} ${sha}`],
      job: 'fgt_1',
      scope: 'workspace',
      reason: 'asked by the user',
    },
  },
});
