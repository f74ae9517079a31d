import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize, createIds, sha256Hex, type JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { MAX_LINE_BYTES } from './parse.ts';
import { checkedDelivery, MAX_PAYLOAD_BYTES, prepareEvent, sealEvent } from './seal.ts';

const NOW = Date.UTC(2026, 0, 1);
const options = () => ({ nowMs: NOW, ids: createIds(() => '0123456789abcdef') });

function event(payload: JsonObject, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  return {
    type: 'decision.made',
    actorId: 'assistant',
    payload,
    origin: { channel: 'model' },
    ...more,
  };
}

const payloads = fc.dictionary(
  fc.string({ unit: 'grapheme', maxLength: 10 }).filter((key) => !key.startsWith('__')),
  fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
) as fc.Arbitrary<JsonObject>;

describe('a sealed event', () => {
  test('is one line, the canonical form of the whole envelope', () => {
    const prepared = prepareEvent(
      event(
        { decision: 'Use JSONL', a: [1, 'é'] },
        { id: 'evt_a', causedBy: ['evt_b'], parentEventId: 'evt_c' },
      ),
      options(),
    );
    const { line, hash } = sealEvent(prepared, {
      seq: 7,
      previousHash: `sha256:${'a'.repeat(64)}`,
      threadId: 'demo',
      batch: { first: 6, size: 2 },
    });
    expect(line).toBe(
      '{"actorId":"assistant","causedBy":["evt_b"],"id":"evt_a","integrity":{"canonicalization":"rfc8785",' +
        `"hash":"${hash}","previousHash":"sha256:${'a'.repeat(64)}","seq":7},"parentEventId":"evt_c","payload":` +
        '{"__batch":{"first":6,"size":2},"__origin":{"channel":"model"},"__zaxy_security":{"redacted_paths":[],' +
        '"sensitivity":"public"},"a":[1,"é"],"decision":"Use JSONL"},"threadId":"demo",' +
        '"timestamp":"2026-01-01T00:00:00.000Z","type":"decision.made"}',
    );
  });

  test('is canonical and sealed over the previous hash, for any payload, also when cut from the raw line', () => {
    fc.assert(
      fc.property(payloads, fc.boolean(), fc.nat(), (payload, isFirst, n) => {
        const previousHash = isFirst ? null : `sha256:${sha256Hex(String(n))}`;
        const place = { seq: n + 1, previousHash, threadId: 'demo', batch: null };
        const { line, hash } = sealEvent(prepareEvent(event(payload), options()), place);
        const parsed = JSON.parse(line) as JsonObject;
        expect(canonicalize(parsed)).toBe(line);
        const { integrity, ...unsealed } = parsed;
        expect(integrity).toEqual({ canonicalization: 'rfc8785', hash, previousHash, seq: n + 1 });
        expect(hash).toBe(`sha256:${sha256Hex(canonicalize({ event: unsealed, previousHash }))}`);
        const cut = line.replace(/"integrity":\{[^}]*\},/, '');
        expect(hash).toBe(
          `sha256:${sha256Hex(`{"event":${cut},"previousHash":${JSON.stringify(previousHash)}}`)}`,
        );
      }),
    );
  });

  test('has an id that ends with its delivery, and a time in UTC', () => {
    const delivery = { scope: 'client', key: 'tool-1' };
    const prepared = prepareEvent(
      event({}, { delivery, timestamp: '2026-01-01T02:00:00+02:00' }),
      options(),
    );
    const { digest } = checkedDelivery(delivery);
    expect({ id: prepared.id, timestamp: prepared.timestamp }).toEqual({
      id: `evt_${NOW.toString(16).padStart(12, '0')}${digest.slice(0, 20)}`,
      timestamp: '2026-01-01T00:00:00.000Z',
    });
    const [a, b] = [
      checkedDelivery({ scope: 'a', key: 'bc' }),
      checkedDelivery({ scope: 'ab', key: 'c' }),
    ];
    expect(a.digest).not.toBe(b.digest);
  });

  test('accepts a payload of exactly the allowed size and nesting, and no more', () => {
    const text = (bytes: number) => ({ t: 'x'.repeat(bytes - '{"t":""}'.length) });
    expect(() => prepareEvent(event(text(MAX_PAYLOAD_BYTES)), options())).not.toThrow();
    expect(() => prepareEvent(event(text(MAX_PAYLOAD_BYTES + 1)), options())).toThrow(/1 MiB/);
    const nested = (depth: number): JsonObject => (depth === 1 ? {} : { a: nested(depth - 1) });
    expect(() => prepareEvent(event(nested(510)), options())).not.toThrow();
    expect(() => prepareEvent(event(nested(511)), options())).toThrow(/nesting/);
  });

  test('keeps a key named __proto__ as plain data', () => {
    const payload = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as JsonObject;
    const { line } = sealEvent(prepareEvent(event(payload), options()), {
      seq: 1,
      previousHash: null,
      threadId: 'demo',
      batch: null,
    });
    expect(line).toContain('"__proto__":{"polluted":true}');
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});

test('every reader accepts a line of the largest allowed event', () => {
  const secret = `token=${'a1B2c3D4'.repeat(4)}`;
  const keys = Array.from({ length: 8_000 }, (_, i) => [`${i}${'k'.repeat(60)}`, secret]);
  const prepared = prepareEvent(
    event(
      { ...Object.fromEntries(keys), text: '\u0001'.repeat(40_000) },
      { causedBy: Array.from({ length: 1024 }, (_, i) => `evt_${i}${'x'.repeat(120)}`) },
    ),
    options(),
  );
  const { line } = sealEvent(prepared, { seq: 1, previousHash: null, threadId: 's', batch: null });
  expect(Buffer.byteLength(line)).toBeLessThan(MAX_LINE_BYTES);
  expect(prepared.redactedPaths).toHaveLength(257);
  expect(prepared.redactedPaths.at(-1)).toBe('… and 7744 more');
});

test('refuses an invalid id as a cause or as a parent', () => {
  for (const wrong of ['\u0001'.repeat(512), 'note 1', 'evt_'])
    for (const more of [{ causedBy: [wrong] }, { parentEventId: wrong }])
      expect(() => prepareEvent(event({}, more), options())).toThrow('The event was refused');
});

test('masks secrets in the fields that name an event, as in its payload', () => {
  const secret = `ghp_${'Ab1xQ7zK2'.repeat(4)}`;
  const origin = { channel: 'tool', client: secret, session_id: secret, tool: secret } as const;
  const prepared = prepareEvent(
    { type: 'decision.made', actorId: `me ${secret}`, payload: { ok: 1 }, origin },
    { nowMs: 0, ids: createIds(() => '0'.repeat(64)) },
  );
  expect(JSON.stringify(prepared)).not.toContain('Ab1x');
  expect(prepared.origin.tool).toBe('[REDACTED:github]');
});
