/**
 * The lines of a writer's file. The first one introduces the writer; then come sealed events, each publication followed
 * by a line that signs their hashes. A line is valid if the next signing line after it names its hash. Files that git
 * merged line by line therefore stay valid, and removing a line does not affect others.
 */
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { attempt, sha256Hex } from '@hookloom/core';

export interface SharedWriter {
  author: string;
  machine: string;
  /** The Ed25519 key, 32 bytes in hex. */
  key: string;
}

/** What a reader accepts. The files come from a repository, so everything has a limit. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_EVENT_BYTES = 64 * 1024;
export const MAX_SIGNED = 1000;
export const MAX_WRITERS = 500;
const MAX_SIGNING_BYTES = 128 * 1024;
const MAX_FIRST_BYTES = 1024;

const VERSION = 1;
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;
const HEX = /^[0-9a-f]{64}$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,31}$/u;
const SIGNING = Buffer.from('{"signed":');
const FILE = /^([0-9a-f]{16}-[0-9a-f]{8})\.jsonl$/;

export function keyOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x!, 'base64url').toString('hex');
}

/** The session of a writer, from the key and the clone, so that two clones never write one file. */
export function sharedSession(key: string, cloneId: string): string {
  return `share-${sha256Hex(key).slice(0, 16)}-${sha256Hex(cloneId).slice(0, 8)}`;
}

export function fileOf(session: string): string {
  return `${session.slice('share-'.length)}.jsonl`;
}

export function sessionOfFile(name: string): string | null {
  const stem = FILE.exec(name)?.[1];
  return stem === undefined ? null : `share-${stem}`;
}

/** A name for the lines of a writer: every character except letters, numbers, dots and dashes becomes a dash. */
export function writerName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 32)
    .toWellFormed();
  return NAME.test(name) ? name : 'somewhere';
}

export function firstLine(writer: Omit<SharedWriter, 'key'>, privateKey: KeyObject): string {
  const { author, machine } = writer;
  const key = keyOf(privateKey);
  const signature = signed(introduction({ author, machine, key }), privateKey);
  return JSON.stringify({ hookloom_share: VERSION, author, machine, key, signature });
}

/** A clause that says why the line introduces no writer of this session. */
export function readFirstLine(line: Buffer, session: string): SharedWriter | string {
  if (line.length > MAX_FIRST_BYTES) return 'its first line is too long';
  const found = parsed(line);
  if (found === null || found['hookloom_share'] !== VERSION)
    return 'its first line does not introduce a writer in a form that this version reads';
  const { author, machine, key, signature } = found;
  if (!isName(author) || !isName(machine) || typeof key !== 'string' || !HEX.test(key))
    return 'its first line names no writer';
  if (!session.startsWith(`share-${sha256Hex(key).slice(0, 16)}-`))
    return 'its name belongs to another key';
  const writer = { author, machine, key };
  return isSigned(introduction(writer), signature, key)
    ? writer
    : 'its first line is not signed by its key';
}

export function signingLine(hashes: readonly string[], privateKey: KeyObject): string {
  return JSON.stringify({ signed: hashes, signature: signed(hashes.join('\n'), privateKey) });
}

export function isSigningLine(bytes: Buffer, start: number): boolean {
  return bytes.subarray(start, start + SIGNING.length).equals(SIGNING);
}

/** The hashes that a line signs, or null if its signature is not the key's. */
export function readSigningLine(line: Buffer, key: string): ReadonlySet<string> | null {
  if (line.length > MAX_SIGNING_BYTES) return null;
  const { signed: hashes, signature } = parsed(line) ?? {};
  if (!Array.isArray(hashes) || hashes.length > MAX_SIGNED) return null;
  if (!hashes.every((hash) => typeof hash === 'string' && HEX.test(hash))) return null;
  return isSigned(hashes.join('\n'), signature, key) ? new Set(hashes as string[]) : null;
}

const PURPOSE = 'hookloom share 1\n';

function introduction({ author, machine, key }: SharedWriter): string {
  return `writer\n${author}\n${machine}\n${key}`;
}

function signed(text: string, privateKey: KeyObject): string {
  return sign(null, Buffer.from(PURPOSE + text), privateKey).toString('base64url');
}

let lastKey: { key: string; publicKey: KeyObject } | null = null;

function isSigned(text: string, signature: unknown, key: string): boolean {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  try {
    if (lastKey?.key !== key) {
      const x = Buffer.from(key, 'hex').toString('base64url');
      const jwk = { kty: 'OKP', crv: 'Ed25519', x };
      lastKey = { key, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
    }
    const bytes = Buffer.from(signature, 'base64url');
    return verify(null, Buffer.from(PURPOSE + text), lastKey.publicKey, bytes);
  } catch {
    return false;
  }
}

function isName(text: unknown): text is string {
  return typeof text === 'string' && NAME.test(text);
}

function parsed(line: Buffer): Record<string, unknown> | null {
  return attempt(() => {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  });
}
