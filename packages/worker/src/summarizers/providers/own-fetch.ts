/** Sends every request to a model: marked as ours, never redirected, with a bounded answer. */
import { VERSION } from '../../version.ts';

/** Identifies our requests. */
const OWN_HEADERS = {
  'user-agent': `hookloom-notes/${VERSION}`,
  'x-hookloom-notes': '1',
};
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** An answer of a model beyond any sensible size. */
export class AnswerTooLong extends Error {}

/** Like `fetch`; throws `AnswerTooLong` for an answer above 4 MB. The answer is complete when it returns. */
export async function ownFetch(
  url: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  // Removes a library's headers about this machine.
  const told = [...headers.keys()].filter((name) => name.startsWith('x-stainless-'));
  for (const name of told) headers.delete(name);
  for (const [name, value] of Object.entries(OWN_HEADERS)) headers.set(name, value);
  // Never sends the key and the texts to another host.
  const response = await fetch(url, { ...init, headers, redirect: 'error' });
  const body = await readBounded(response);
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers: plain(response.headers) });
}

/** The body is decoded and counted again. Without a content type, the requested one is assumed. */
function plain(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return headers;
}

async function readBounded({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += (part as Uint8Array).byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLong();
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
