/** Reads and parses the body of a request, with a size limit. Node's server limits the time. */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusal.ts';

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

export type ReadBody = { value: unknown } | { refusal: Refusal };

const decoder = new TextDecoder('utf-8', { fatal: true });

export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refuse(415, 'The body must be sent as application/json.');
  if (request.headers['content-encoding'] !== undefined)
    return refuse(415, 'The body must not be compressed.');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return tooLarge();
    chunks.push(chunk as Buffer);
  }
  try {
    const value: unknown = JSON.parse(decoder.decode(Buffer.concat(chunks)));
    // Only a single message: a list would be many calls that count as one.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return refuse(400, 'The body is not one JSON-RPC message.');
  } catch {
    return refuse(400, 'The body is not JSON in UTF-8.');
  }
}

function tooLarge(): ReadBody {
  return refuse(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}

function refuse(status: number, message: string): ReadBody {
  return {
    refusal: {
      status,
      code: 'invalid_request',
      message,
      remediation: 'Send one JSON-RPC message.',
    },
  };
}
