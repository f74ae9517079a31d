/** Events that the log writes about itself. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

export const logEvents = eventFamily(by('hookloom', 'log', 'log', 'telemetry'), {
  'log.recovered': {
    summary:
      'A writer found a torn or missing tail, or an unfinished batch, and records what it found.',
    schema: z.looseObject({ reason: z.enum(['torn_tail', 'incomplete_batch', 'cut_tail']) }),
    example: { reason: 'torn_tail', length: 118, offset: 2048, digest: 'sha256:9f2c', kept: false },
  },
  'log.lost': {
    summary:
      'Hook events could be written neither to the log nor to its inbox. They were counted outside the workspace; this is their number.',
    schema: z.looseObject({
      count: z.int().min(1),
      reasons: z.array(z.string()),
      first_at: z.string(),
      last_at: z.string(),
      is_minimum: z.boolean().optional(),
    }),
    example: {
      count: 3,
      reasons: ['no_space'],
      first_at: '2026-11-22T09:00:00.000Z',
      last_at: '2026-11-22T09:00:07.000Z',
    },
  },
  'log.acknowledged': {
    actor: 'user',
    summary:
      'A person acknowledged that events of this log were lost, and continues with the rest.',
    schema: z.looseObject({
      findings: z.array(
        z.looseObject({
          kind: z.enum(['rolled_back', 'forked', 'cut', 'replaced', 'deleted', 'rewritten']),
          seq: z.int().min(0),
          hash: z.string(),
        }),
      ),
    }),
    example: { findings: [{ kind: 'rolled_back', seq: 100, hash: 'sha256:9f2c', found: 60 }] },
  },
  'log.adopted': {
    actor: 'user',
    summary:
      'A person trusted a log that another installation wrote. This installation continues it.',
    schema: z.looseObject({ installation: z.string(), genesis: z.string() }),
    example: { installation: '4fa9c210', genesis: 'sha256:1b7e', events: 60 },
  },
  'log.repaired': {
    summary:
      'A broken log was repaired. Its longest valid chain stays in it, and every other valid part became a separate log.',
    schema: z.looseObject({
      original: z.looseObject({ file: z.string(), bytes: z.int(), digest: z.string() }),
      tails: z.array(z.looseObject({ session: z.string(), events: z.int() })),
      broken_lines: z.int().min(0),
    }),
    example: {
      original: {
        file: 'repair/shop-default.9f2c41d0/original.jsonl',
        bytes: 40960,
        digest: 'sha256:9f2c',
      },
      kept: 60,
      tails: [{ session: 'shop-default.tail-62-1b7e', events: 40, from_seq: 62, to_seq: 101 }],
      broken_lines: 1,
      duplicates: 0,
    },
  },
  'log.salvaged': {
    summary:
      'The first event of a log that was made from a part of a broken log. Names where its events were before.',
    schema: z.looseObject({ session: z.string(), events: z.int().min(1), digest: z.string() }),
    example: {
      session: 'shop-default',
      from_seq: 62,
      to_seq: 101,
      events: 40,
      first_hash: 'sha256:1b7e',
      last_hash: 'sha256:77aa',
      digest: 'sha256:9f2c',
      original: 'repair/shop-default.9f2c41d0/original.jsonl',
    },
  },
  'log.continued': {
    summary: 'The first event of a log that continues a broken log after its last valid event.',
    schema: z.looseObject({ session: z.string(), seq: z.int().min(0), hash: z.string() }),
    example: { session: 'shop-default', seq: 60, hash: 'sha256:1b7e', broken_at_seq: 61 },
  },
  'log.archived': {
    summary: 'A segment of the log was copied to a compressed file in the archive folder.',
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
  },
});
