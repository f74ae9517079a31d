/** One request to a model over HTTP, marked as ours; every failure gets the class that decides what is done about it. */
import { SummarizerFailure, type SummarizerFailureKind } from '@hookloom/core/ports/summarizer';
import { VERSION } from '../../version.ts';

/** What a request of ours is known by, wherever it is seen. */
export const OWN_HEADERS = {
  'user-agent': `hookloom-notes/${VERSION}`,
  'x-hookloom-notes': '1',
};
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Of a refusal; only looked into for a word on money. */
const MAX_REFUSAL_BYTES = 16 * 1024;

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
  timeoutMs: number;
  /** Tokens of the prompt: paid for, perhaps, where the answer never came. */
  promptTokens: number;
  signal: AbortSignal | undefined;
}

/** Throws `SummarizerFailure` with neither texts nor keys in its message. */
export async function postJson(request: PostRequest): Promise<unknown> {
  const { url, headers, body, timeoutMs, promptTokens, signal } = request;
  const limit = AbortSignal.timeout(timeoutMs);
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...OWN_HEADERS },
      body: JSON.stringify(body),
      // Elsewhere the key and the texts have no business.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (!response.ok) {
      const refusal = await readBounded(response, MAX_REFUSAL_BYTES).catch(() => '');
      throw new SummarizerFailure(
        kindOf(response.status, refusal),
        `${host} answered with status ${response.status}.`,
      );
    }
    return JSON.parse(await readBounded(response, MAX_ANSWER_BYTES)) as unknown;
  } catch (error) {
    if (error instanceof SummarizerFailure) throw error;
    if (error instanceof SyntaxError || error instanceof TooLong)
      throw new SummarizerFailure('unusable', `${host} answered with something else than JSON.`, {
        inputTokens: promptTokens,
        outputTokens: 0,
      });
    const isLate = error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
    throw new SummarizerFailure(
      'transient',
      `${host} ${isLate ? 'did not answer in time' : 'cannot be reached'}.`,
      { inputTokens: isLate ? promptTokens : 0, outputTokens: 0 },
    );
  }
}

function kindOf(status: number, refusal: string): SummarizerFailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402 || (status >= 400 && status < 500 && OUT_OF_MONEY.test(refusal)))
    return 'quota';
  if (status === 429) return 'rate_limit';
  return status === 408 || status === 409 || status >= 500 ? 'transient' : 'setup';
}

const OUT_OF_MONEY = /insufficient_quota|billing|credit balance|quota exceeded|spending limit/i;

class TooLong extends Error {}

async function readBounded({ body }: Response, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += (part as Uint8Array).byteLength;
    if (size > limit) throw new TooLong();
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
