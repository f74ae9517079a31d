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
];
