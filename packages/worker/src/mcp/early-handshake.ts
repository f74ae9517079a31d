/**
 * Answers an older client's `initialize` before the protocol library is loaded, which takes longer than the rest of the
 * start. The message goes back into the input. The library reads it too, but its answer, which is equal, is not sent.
 */
import { attempt } from '@hookloom/core';
import type { Readable } from 'node:stream';
import type { MessageSink } from './claim-stdout.ts';
import { CAPABILITIES, INSTRUCTIONS, SERVER_NAME, SERVER_TITLE } from './identity.ts';
import type { RequestId } from './request-id.ts';

/** Revisions that begin with `initialize`. The protocol library negotiates all others. */
const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
/** The protocol library, which loads meanwhile, answers a client that sends nothing for this long. */
const WAIT_MS = 20;
const NEWLINE = 0x0a;

export interface EarlyHandshake {
  input: Readable;
  output: MessageSink;
  version: string;
  instructions?: string;
}

/** The id that was answered, or null. Resolves at the first bytes, at the end of the input or after 20 ms. */
export async function answerEarly(options: EarlyHandshake): Promise<RequestId | null> {
  const { input, output, version, instructions = INSTRUCTIONS } = options;
  const chunk = await firstChunk(input);
  if (chunk === null) return null;
  const end = chunk.indexOf(NEWLINE);
  const asked = end === -1 ? null : plainInitialize(chunk.subarray(0, end));
  if (asked === null) return null;
  const result = {
    protocolVersion: asked.revision,
    capabilities: CAPABILITIES,
    serverInfo: { name: SERVER_NAME, title: SERVER_TITLE, version },
    instructions,
  };
  await output
    .write(`${JSON.stringify({ result, jsonrpc: '2.0', id: asked.id })}\n`)
    // The transport notices a closed client when it reads or writes.
    .catch(() => {});
  return asked.id;
}

/** Reads the first bytes and leaves them in the input. */
function firstChunk(input: Readable): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      input.off('readable', done);
      const chunk: unknown = input.read();
      // Immediately: nothing can be put back into an input that has ended.
      if (Buffer.isBuffer(chunk)) input.unshift(chunk);
      resolve(Buffer.isBuffer(chunk) ? chunk : null);
    };
    const timer = setTimeout(done, WAIT_MS);
    input.on('readable', done);
  });
}

/** Null for every message that might need a different answer. */
function plainInitialize(line: Buffer): { id: RequestId; revision: string } | null {
  const message: unknown = attempt(() => JSON.parse(line.toString('utf8')));
  if (message === null) return null;
  if (!hasKeys(message, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || method !== 'initialize') return null;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!hasKeys(params, ['protocolVersion', 'capabilities', 'clientInfo'])) return null;
  const { protocolVersion, capabilities, clientInfo } = params;
  if (!hasKeys(capabilities, []) || !hasKeys(clientInfo, ['name', 'version'])) return null;
  if (typeof clientInfo['name'] !== 'string' || typeof clientInfo['version'] !== 'string')
    return null;
  // Only empty capabilities. The protocol library handles all others.
  if (!Object.values(capabilities).every((value) => hasKeys(value, []))) return null;
  const revision = REVISIONS.find((known) => known === protocolVersion);
  return revision === undefined ? null : { id: id as RequestId, revision };
}

function hasKeys(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return keys.every((key) => Object.hasOwn(value, key));
}
