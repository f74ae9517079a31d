/** What the log says about itself. */
import { z } from 'zod';
import { defineEvent, type EventDefinition } from './definition.ts';

export const logEvents: EventDefinition[] = [
  defineEvent({
    type: 'log.recovered',
    class: 'telemetry',
    actor: 'hookloom',
    summary:
      'A writer found a torn tail, an unfinished batch or a cut tail, and names what it found.',
    schema: z.looseObject({ reason: z.enum(['torn_tail', 'incomplete_batch', 'cut_tail']) }),
    example: { reason: 'torn_tail', length: 118, offset: 2048, digest: 'sha256:9f2c', kept: false },
  }),
  defineEvent({
    type: 'log.archived',
    class: 'telemetry',
    actor: 'hookloom',
    summary: 'A stretch of the log was copied into a compressed file of the archive folder.',
    schema: z.looseObject({
      file: z.string(),
      from_seq: z.int().min(1),
      to_seq: z.int().min(1),
      last_hash: z.string(),
      merkle_root: z.string(),
    }),
    example: {
      file: 'shop-default-1-10000.jsonl.gz',
      from_seq: 1,
      to_seq: 10000,
      last_hash: 'sha256:9f2c',
      merkle_root: '1b7e',
    },
  }),
];
