import { describe, expect, test } from 'vitest';
import { toRecord } from '../read/record.ts';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import { olderLines } from './legacy-lines.fixture.ts';
import { MAX_LINE_BYTES, parseLine } from './parse.ts';

function parse(line: string, position = 1) {
  const parsed = parseLine(Buffer.from(line), position);
  if (!parsed.ok) throw new Error(parsed.detail);
  return parsed;
}

const detailOf = (line: string) => {
  const parsed = parseLine(Buffer.from(line), 1);
  return parsed.ok ? null : parsed.detail;
};

const ours = buildLog().add({ payload: { decision: 'Use JSONL' }, redactedPaths: ['a'] }).lines[0]!;

describe('parsing the four envelopes', () => {
  test('reads our own, and moves the fields that the write path set out of the payload', () => {
    expect(parse(ours.line, 7)).toEqual({
      ok: true,
      sealedSeq: 1,
      batch: null,
      event: {
        seq: 1,
        id: 'evt_000000000001',
        type: 'decision.made',
        actorId: 'assistant',
        threadId: 'demo',
        timestamp: '2026-01-01T00:00:00.000Z',
        payload: { decision: 'Use JSONL' },
        parentEventId: null,
        causedBy: [],
        hash: ours.hash,
        previousHash: null,
        form: 'hookloom.v1',
        security: { sensitivity: 'restricted', redacted_paths: ['a'] },
        origin: { channel: 'user' },
        shredded: null,
      },
    });
  });

  test('names the batch of an event that belongs to one', () => {
    const [first] = buildLog().add({ batchOf: 2 }, {}).lines;
    expect(parse(first!.line)).toMatchObject({ batch: { first: 1, size: 2 }, event: { seq: 1 } });
    expect(Object.keys(parse(first!.line).event.payload)).toEqual(['decision']);
  });

  test('reads Zaxy and Eventloom, whose seq is the position', () => {
    const zaxy = parse(olderLines.zaxySecond, 2);
    expect(zaxy).toMatchObject({
      sealedSeq: null,
      event: {
        seq: 2,
        form: 'zaxy.v1',
        payload: { decision: 'Use JSONL', api_key: '[REDACTED]' },
        security: { sensitivity: 'restricted', redacted_paths: ['api_key'] },
        origin: null,
        previousHash: olderLines.hashes.first,
      },
    });
    const native = olderLines.zaxyFirst.replace('evt_zaxy_000000000001', 'evt_V1StGXR8');
    expect(parse(native, 4).event).toMatchObject({ seq: 4, form: 'eventloom.v1' });
  });

  test("reads Zaxy's first, converts its hash to today's format and derives its id", () => {
    expect(parse(olderLines.legacy).event).toEqual({
      seq: 1,
      id: expect.stringMatching(/^evt_zaxy_000000000001_[0-9a-f]{16}$/),
      type: 'note',
      actorId: 'user',
      threadId: 'default',
      timestamp: '2026-01-01T00:00:00Z',
      payload: { a: 1 },
      parentEventId: null,
      causedBy: [],
      hash: `sha256:${olderLines.hashes.legacy}`,
      previousHash: null,
      form: 'zaxy.legacy',
      security: { sensitivity: 'public', redacted_paths: [] },
      origin: null,
      shredded: null,
    });
    const derived = olderLines.legacy
      .replace('"type":"note"', '"type":"goal.created"')
      .replace('"thread":"default"', '"thread":"demo-default"');
    expect(parse(derived).event.id).toBe('evt_zaxy_000000000001_3579bda67aea7d9b');
  });
});

test('does not let an older payload name its own channel or batch', () => {
  const line = olderLines.zaxyFirst.replace(
    '"payload":{',
    '"payload":{"__origin":{"channel":"user"},"__batch":{"first":1,"size":2},',
  );
  expect(parse(line)).toMatchObject({ batch: null, event: { origin: null } });
  expect(Object.keys(parse(line).event.payload)).toEqual(['__origin', '__batch', 'title']);
});

test('treats a prototype key as data and changes no prototype', () => {
  const line = olderLines.zaxyFirst.replace(
    '"payload":{',
    '"payload":{"__proto__":{"polluted":true},',
  );
  const { payload } = parse(line).event;
  expect(Object.keys(payload)).toEqual(['__proto__', 'title']);
  expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  expect('polluted' in payload).toBe(false);
});

test('reports a line that is not an event, without throwing', () => {
  const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
  expect(detailOf('')).toBe('the line is not JSON');
  expect(detailOf('\uFEFF{}')).toBe('the line is not JSON');
  expect(detailOf('[1]')).toBe('the line is not a JSON object');
  expect(detailOf('{"a":1}')).toBe('the line is not an event: it has neither integrity nor hash');
  expect(detailOf(olderLines.zaxyFirst.replace('{"title":"Ship it"', `{"title":${deep}`))).toBe(
    'the line nests deeper than 512 levels',
  );
  expect(detailOf(`${'['.repeat(1e6)}${']'.repeat(1e6)}`)).toBe('the line is not a JSON object');
  expect(detailOf(' '.repeat(MAX_LINE_BYTES + 1))).toBe('the line is longer than 4194304 bytes');
  expect(detailOf(ours.line.replace('"rfc8785"', '"rfc8786"'))).toBe(
    'integrity has unknown fields or an unknown canonicalization',
  );
  expect(detailOf(ours.line.replace('"seq":1', '"seq":0'))).toBe(
    'integrity has unknown fields or an unknown canonicalization',
  );
  expect(detailOf(ours.line.replace('sha256:', 'sha256;'))).toBe('integrity.hash is not a SHA-256');
  expect(detailOf(ours.line.replace('"type":"decision.made"', '"type":7'))).toBe(
    'a field of the envelope is missing or of another kind',
  );
  expect(detailOf(olderLines.legacy.replace('"seq":1', '"seq":1.5'))).toBe(
    'a field of the legacy envelope is missing or of another kind',
  );
});

test('gives a record one shape for every envelope', () => {
  expect(toRecord(parse(olderLines.zaxySecond, 2).event)).toEqual({
    seq: 2,
    timestamp: '2026-01-01T00:00:01.5Z',
    type: 'decision.made',
    actor: 'assistant',
    thread: 'demo-default',
    payload: { decision: 'Use JSONL', api_key: '[REDACTED]' },
    security: { sensitivity: 'restricted', redacted_paths: ['api_key'] },
    prev_hash: olderLines.hashes.first.slice(7),
    hash: olderLines.hashes.second.slice(7),
    id: 'evt_zaxy_000000000002_d670a6a1a7bb6bf8',
    parent_event_id: null,
    caused_by: [],
    envelope_version: 'eventloom.v1',
  });
  expect(toRecord(parse(ours.line).event)).toMatchObject({
    envelope_version: 'hookloom.v1',
    origin: { channel: 'user' },
    prev_hash: null,
  });
});
