/** How every request to a model goes out: marked as ours, never redirected, its answer bounded. */
import { VERSION } from '../../version.ts';

/** What a request of ours is known by, wherever it is seen. */
const OWN_HEADERS = {
  'user-agent': `hookloom-notes/${VERSION}`,
  'x-hookloom-notes': '1',
};
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** An answer of a model that nobody can have meant. */
export class AnswerTooLong extends Error {}

/** As `fetch`; throws `AnswerTooLong` for an answer above 4 MB. The answer is here whole when it returns. */
export async function ownFetch(
  url: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  // What a library tells about this machine is nobody's business.
  const told = [...headers.keys()].filter((name) => name.startsWith('x-stainless-'));
  for (const name of told) headers.delete(name);
  for (const [name, value] of Object.entries(OWN_HEADERS)) headers.set(name, value);
  // Elsewhere the key and the texts have no business.
  const response = await fetch(url, { ...init, headers, redirect: 'error' });
  const body = await readBounded(response);
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers: plain(response.headers) });
}

/** The body is decoded and counted anew; what names no type is taken for what was asked for. */
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
