/**
 * Signs a whole export, and verifies the signature. It proves who signed and that nothing changed, not that the content
 * is true.
 */
import { attempt, canonicalize, isJsonObject, sha256Hex, type JsonObject } from '@hookloom/core';
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { EXPORT_KEY, knownKey, signingKey } from './signing-key.ts';

export interface ExportSignature {
  algorithm: 'ed25519';
  /**
   * The signed bytes are a line that names the format, followed by the RFC 8785 form of the bundle without `signature`.
   */
  canonicalization: 'rfc8785';
  /** SHA-256 of the public key, 64 hex digits. Compare it over another channel than the export itself. */
  key_id: string;
  /** SPKI, base64. */
  public_key: string;
  /** Base64. */
  value: string;
}

export interface ExportCheck {
  ok: boolean;
  reason: 'signed' | 'unsigned' | 'malformed_signature' | 'signature_mismatch' | 'another_key';
  key_id: string | null;
  /** Whether the key belongs to this user; null if there is none to compare with. */
  own_key: boolean | null;
}

export function signExport<B extends object>(
  stateDir: string,
  bundle: B,
): B & { signature: ExportSignature } {
  const key = signingKey(stateDir, EXPORT_KEY);
  const { public_key, key_id } = describe(createPublicKey(key));
  const value = sign(null, signedBytes(bundle), key).toString('base64');
  const signature = {
    algorithm: 'ed25519',
    canonicalization: 'rfc8785',
    key_id,
    public_key,
    value,
  };
  return { ...bundle, signature: signature as ExportSignature };
}

/** @param expected The required key id. A signature alone only proves that some key signed */
export function checkExport(
  { signature, ...rest }: JsonObject,
  { stateDir, expected }: { stateDir?: string | undefined; expected?: string | undefined },
): ExportCheck {
  const nothing = { ok: false, key_id: null, own_key: null } as const;
  if (signature === undefined) return { ...nothing, reason: 'unsigned' };
  const read = isJsonObject(signature) ? readSignature(signature) : null;
  if (read === null) return { ...nothing, reason: 'malformed_signature' };
  const { key_id } = describe(read.key);
  const known = stateDir === undefined ? null : knownKey(stateDir, EXPORT_KEY);
  const own_key = known === null ? null : describe(createPublicKey(known)).key_id === key_id;
  const isWhole = verify(null, signedBytes(rest), read.key, read.value);
  if (!isWhole) return { ok: false, reason: 'signature_mismatch', key_id, own_key };
  if (expected !== undefined && expected.toLowerCase() !== key_id)
    return { ok: false, reason: 'another_key', key_id, own_key };
  return { ok: true, reason: 'signed', key_id, own_key };
}

/** Keeps other signatures with this key from passing as an export. */
const DOMAIN = 'hookloom export signature v1\n';

function signedBytes(bundle: object): Buffer {
  return Buffer.from(`${DOMAIN}${canonicalize(bundle as JsonObject)}`);
}

function describe(key: KeyObject): { public_key: string; key_id: string } {
  const der = key.export({ type: 'spki', format: 'der' });
  return { public_key: der.toString('base64'), key_id: sha256Hex(der) };
}

/** Computes the key id from the key, because the one in the file could be anyone's. */
function readSignature(signature: JsonObject): { key: KeyObject; value: Buffer } | null {
  const { algorithm, canonicalization, public_key, value } = signature;
  if (algorithm !== 'ed25519' || canonicalization !== 'rfc8785') return null;
  if (typeof public_key !== 'string' || typeof value !== 'string') return null;
  return attempt(() => {
    const der = Buffer.from(public_key, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const bytes = Buffer.from(value, 'base64');
    return key.asymmetricKeyType === 'ed25519' && bytes.length === 64
      ? { key, value: bytes }
      : null;
  });
}
