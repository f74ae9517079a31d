import type { JsonObject } from '@hookloom/core';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectedRuntime } from '../../test/fixture.ts';
import { exportMemory } from '../operations/export.ts';
import { checkExport, signExport } from './sign-export.ts';

let outer: string;
let stateDir: string;
let key: string;
beforeEach(() => {
  outer = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-sign-'));
  stateDir = path.join(outer, 'state');
  key = path.join(stateDir, 'export-key.pem');
});
afterEach(() => fs.rmSync(outer, { recursive: true, force: true }));

const BUNDLE = { format: 'zaxy.export.v1', events: [{ seq: 1, payload: { title: 'Grüße' } }] };
/** The bundle after writing and reading a file: other spacing, other order of keys. */
const reread = (bundle: object) =>
  JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(bundle).toReversed()), null, 4),
  ) as JsonObject;

describe('a signed export', () => {
  it('verifies after any change of spacing and key order, and is recognised as your own', () => {
    const signed = signExport(stateDir, BUNDLE);
    expect(checkExport(reread(signed), { stateDir })).toEqual({
      ok: true,
      reason: 'signed',
      key_id: signed.signature.key_id,
      own_key: true,
    });
  });

  it('does not verify if anything in it was changed, added or removed', () => {
    const { signature } = signExport(stateDir, BUNDLE);
    for (const other of [
      { ...BUNDLE, events: [] },
      { ...BUNDLE, more: 1 },
      { format: BUNDLE.format },
      { ...BUNDLE, events: [{ seq: 1, payload: { title: 'Grusse' } }] },
    ])
      expect(checkExport(reread({ ...other, signature }), { stateDir })).toMatchObject({
        ok: false,
        reason: 'signature_mismatch',
      });
  });

  it('of another user’s key is distinguished from your own, whatever key id it names', () => {
    const { signature: own } = signExport(stateDir, BUNDLE);
    const theirs = signExport(path.join(outer, 'theirs'), BUNDLE);
    const forged = { ...theirs, signature: { ...theirs.signature, key_id: own.key_id } };
    expect(checkExport(reread(forged), { stateDir })).toEqual({
      ok: true,
      reason: 'signed',
      key_id: theirs.signature.key_id,
      own_key: false,
    });
    expect(checkExport(reread(forged), { stateDir, expected: own.key_id })).toMatchObject({
      ok: false,
      reason: 'another_key',
    });
  });

  it.each([
    ['nothing', undefined, 'unsigned'],
    ['text', 'signed', 'malformed_signature'],
    ['another algorithm', { algorithm: 'none' }, 'malformed_signature'],
    [
      'no key',
      { algorithm: 'ed25519', canonicalization: 'rfc8785', public_key: 'AA', value: 'AA' },
      'malformed_signature',
    ],
  ])('with %s for a signature is not a signed export', (_, signature, reason) => {
    const bundle = signature === undefined ? BUNDLE : { ...BUNDLE, signature };
    expect(checkExport(reread(bundle), {})).toMatchObject({ ok: false, reason, key_id: null });
  });

  it('is the answer of memory_export with sign', async () => {
    const { runtime } = await projectedRuntime();
    await runtime.append({ event_type: 'goal.created', actor: 'a', payload: { title: 'Ship' } });
    const signed = await exportMemory({ ...runtime.context, stateDir }, { sign: true });
    expect(checkExport(reread(signed), { stateDir })).toMatchObject({ ok: true, own_key: true });
    expect(JSON.stringify(signed)).not.toContain('PRIVATE');
  });
});

describe('the key', () => {
  it('is created once, readable only by its owner', () => {
    const first = signExport(stateDir, BUNDLE).signature;
    expect(signExport(stateDir, BUNDLE).signature).toEqual(first);
    expect(fs.statSync(key).mode & 0o777).toBe(0o600);
    expect(fs.statSync(stateDir).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(stateDir)).toEqual(['export-key.pem']);
  });

  it('is not used if others can read it, if it is a link, or if it is invalid', () => {
    signExport(stateDir, BUNDLE);
    const refuses = () =>
      expect(() => signExport(stateDir, BUNDLE)).toThrow(/signing key in the state folder/);
    fs.chmodSync(key, 0o644);
    refuses();
    fs.chmodSync(key, 0o600);
    fs.renameSync(key, path.join(outer, 'elsewhere'));
    fs.symlinkSync(path.join(outer, 'elsewhere'), key);
    refuses();
    fs.rmSync(key);
    fs.writeFileSync(key, 'no key', { mode: 0o600 });
    refuses();
    const { privateKey } = generateKeyPairSync('x25519');
    fs.writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    refuses();
  });
});
