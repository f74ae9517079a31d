/** One request to a model over HTTP: identifies itself, follows no redirect, limits the size of the answer. */
import { VERSION } from '../../version.ts';
import { refused, unanswered, unusable } from './refusal.ts';

/** Identifies our requests. */
const OWN_HEADERS = {
  'user-agent': `hookloom-notes/${VERSION}`,
  'x-hookloom-notes': '1',
};
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** How much of a refusal is read, which is only searched for words about money. */
const MAX_REFUSAL_CHARS = 16 * 1024;

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
  timeoutMs: number;
  promptTokens: number;
  signal: AbortSignal | undefined;
}

/** Throws `SummarizerFailure` with neither texts nor keys in its message. */
export async function postJson(request: PostRequest): Promise<unknown> {
  const { url, headers, body, timeoutMs, promptTokens, signal } = request;
  const limit = AbortSignal.timeout(timeoutMs);
  const asked = { host: new URL(url).host, promptTokens };
  let response: Response;
  let text: string | null;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...OWN_HEADERS },
      body: JSON.stringify(body),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      // Never send the key and the texts to another host.
      redirect: 'error',
    });
    text = await boundedText(response);
  } catch (error) {
    throw unanswered(asked, error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name));
  }
  if (text === null) throw unusable(asked);
  if (!response.ok) throw refused(asked, response.status, text.slice(0, MAX_REFUSAL_CHARS));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable(asked);
  }
}

/** Null for an answer of unreasonable size. */
async function boundedText({ body }: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += (part as Uint8Array).byteLength;
    if (size > MAX_ANSWER_BYTES) return null;
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
