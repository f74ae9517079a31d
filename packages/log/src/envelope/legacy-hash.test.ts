import { describe, expect, test } from 'vitest';
import { sha256Hex } from '@hookloom/core';
import { bytesSource } from '../read/byte-source.ts';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import { verifySource } from '../verify/verify-log.ts';
import { olderLines } from './legacy-lines.fixture.ts';
import { v1LegacyHashes } from './legacy-hash.ts';
import { scanJson } from './legacy-scan.ts';

const { zaxyFirst, zaxySecond, probePython, probeTypescript, legacy, hashes } = olderLines;

function verify(...lines: string[]) {
  return verifySource(bytesSource(Buffer.from(lines.map((line) => `${line}\n`).join(''))));
}

test('verifies the published vectors of the Python form', () => {
  expect(verify(zaxyFirst, zaxySecond)).toMatchObject({
    ok: true,
    total_events: 2,
    head: { seq: 2, hash: hashes.second },
  });
});

test('verifies the divergence probe in both forms', () => {
  expect(verify(probePython)).toMatchObject({ ok: true, head: { hash: hashes.probePython } });
  expect(verify(probeTypescript)).toMatchObject({
    ok: true,
    head: { hash: hashes.probeTypescript },
  });
});

test('verifies the published vector of the first Zaxy envelope', () => {
  expect(verify(legacy)).toMatchObject({
    ok: true,
    head: { seq: 1, hash: `sha256:${hashes.legacy}` },
  });
});

test('does not verify an older line that was changed', () => {
  expect(verify(zaxyFirst.replace('Ship it', 'Ship 1t'))).toMatchObject({
    broken_at_seq: 1,
    broken_reason: 'hash_mismatch',
  });
  expect(verify(legacy.replace('"a":1', '"a":2'))).toMatchObject({
    broken_reason: 'hash_mismatch',
  });
  expect(verify(legacy.replace('"public"', '"restricted"'))).toMatchObject({
    broken_reason: 'hash_mismatch',
  });
  expect(verify(zaxySecond)).toMatchObject({ broken_reason: 'first_event_has_previous' });
  expect(verify(zaxyFirst, zaxyFirst)).toMatchObject({
    broken_at_seq: 2,
    broken_reason: 'previous_hash_mismatch',
  });
  expect(verify(legacy.replace('"a":1', '"a":1,"a":1'))).toMatchObject({
    detail: 'the key "a" occurs twice',
  });
  expect(verify(legacy.replace('"seq":1', '"seq":2'))).toMatchObject({
    broken_reason: 'seq_mismatch',
  });
});

describe('differences between the two older canonical forms', () => {
  const hashesOf = (payload: string) => {
    const line = `{"id":"evt_a","payload":${payload},"integrity":{"previousHash":null}}`;
    const scanned = scanJson(line);
    return scanned.ok ? v1LegacyHashes(scanned.root) : [];
  };
  const sealed = (payload: string) =>
    `sha256:${sha256Hex(`{"event":{"id":"evt_a","payload":${payload}},"previousHash":null}`)}`;

  test('Python keeps number tokens, sorts by code point and escapes non-ASCII characters', () => {
    const text = '{"b":1e-07,"Z":1.0,"_c":"\u007f\u{1F600}","é":1E5,"\uFF5E":0,"\u{1F600}":-0.0}';
    const form =
      '{"Z":1.0,"_c":"\\u007f\\ud83d\\ude00","b":1e-07,"\\u00e9":1E5,"\\uff5e":0,"\\ud83d\\ude00":-0.0}';
    expect(hashesOf(text)).toContain(sealed(form));
  });

  test('TypeScript writes ECMAScript numbers, sorts by collation and keeps UTF-8', () => {
    const text = '{"Z":1.0,"A":1e-07,"_c":1,"a":"é","b":"\\u0041","é":null}';
    expect(hashesOf(text)).toContain(sealed('{"_c":1,"a":"é","A":1e-7,"b":"A","é":null,"Z":1}'));
  });
});

test('verifies a log that changed its envelope twice, and continues its seq', () => {
  const { hash: _, ...first } = JSON.parse(legacy) as Record<string, unknown>;
  const unsealed = { ...first, seq: 3, prev_hash: hashes.second.slice(7) };
  const text = JSON.stringify(
    unsealed,
    [...Object.keys(unsealed), 'a', 'sensitivity', 'redacted_paths'].sort(),
  );
  const hash = sha256Hex(text);
  const ours = buildLog('demo-default', { seq: 3, hash: `sha256:${hash}` }).add(
    {},
    { batchOf: 2 },
    {},
  );
  const lines = [
    zaxyFirst,
    zaxySecond,
    '',
    JSON.stringify({ ...unsealed, hash }),
    ...ours.lines.map(({ line }) => line),
  ];
  expect(verify(...lines)).toMatchObject({ ok: true, total_events: 6, head: ours.head });
});
