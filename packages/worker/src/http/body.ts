/** Reads a request's body as JSON, with a size limit. */
import type { IncomingMessage } from 'node:http';
import { invalidRequest, isJsonObject, type HookloomError } from '@hookloom/core';

/** A larger body is not read to its end. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Throws `invalid_request` for anything but one JSON object of at most 8 MiB sent as `application/json`. */
export async function readJsonBody(request: IncomingMessage) {
  // A web form can send any other type without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw badBody('The body must be sent as application/json.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) throw badBody('The body is larger than 8 MiB.');
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw badBody('The body is not JSON.');
  }
  if (!isJsonObject(value)) throw badBody('The body is not a JSON object.');
  return { bytes, value };
}

function badBody(message: string): HookloomError {
  return invalidRequest(message, 'Send one JSON object as application/json.');
}
