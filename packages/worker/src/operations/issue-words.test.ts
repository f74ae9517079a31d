import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseRequest, query } from './context.ts';

const schema = z.strictObject({
  query,
  limit: z.int().min(1).max(100).optional(),
  also: z.array(z.string()).min(1).optional(),
  detail: z.enum(['lean', 'full']).optional(),
  decisions: z.array(z.string(), 'must be a list. Copy it from the packet').optional(),
  evidence: z.array(z.strictObject({ reference: z.string() })).optional(),
});
const FIELDS = '(known are query, limit, also, detail, decisions, evidence)';

it.each([
  [{}, 'query is missing'],
  [{ query: '' }, 'query must not be empty'],
  [{ query: ' ' }, 'query must contain more than white space'],
  [{ query: 'x'.repeat(4097) }, 'query must be at most 4096 characters'],
  [{ question: 'Which?' }, `query is missing; there is no field "question" ${FIELDS}`],
  [{ query: 'a', limit: '5' }, 'limit must be of type number, not string'],
  [{ query: 'a', limit: 101 }, 'limit must be at most 100'],
  [{ query: 'a', also: 'b' }, 'also must be of type array, not string'],
  [{ query: 'a', decisions: {} }, 'decisions must be a list. Copy it from the packet'],
  [{ query: 'a', also: [] }, 'also must not be empty'],
  [{ query: 'a', detail: 'all' }, 'detail must be lean or full'],
  [
    { query: 'a', evidence: [{ path: 'a.ts' }] },
    'evidence.0.reference is missing; evidence.0 has no field "path"',
  ],
  ['a', 'must be of type object, not string'],
])('says what is wrong with %j', (request, words) => {
  expect(() => parseRequest(schema, request)).toThrow(`The request is invalid: ${words}.`);
});
