/** One request to a model over HTTP: identifies itself, follows no redirect, limits the size of the answer. */
import { VERSION } from '@hookloom/core';
import { boundedText } from '../../bounded-text.ts';
import { SummarizerFailure, type SummarizerFailureKind } from '@hookloom/core/events';

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
    text = await boundedText(response, MAX_ANSWER_BYTES);
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

/** Tokens of the prompt, which may be charged even without an answer. */
interface Asked {
  host: string;
  promptTokens: number;
}

/** An answer that refuses. */
export function refused({ host }: Asked, status: number, words: string): SummarizerFailure {
  return new SummarizerFailure(kindOf(status, words), `${host} answered with status ${status}.`);
}

/** An unusable answer. */
export function unusable({ host, promptTokens }: Asked): SummarizerFailure {
  return new SummarizerFailure('unusable', `${host} answered with something else than JSON.`, {
    inputTokens: promptTokens,
    outputTokens: 0,
  });
}

/** No answer. */
export function unanswered({ host, promptTokens }: Asked, isLate: boolean): SummarizerFailure {
  return new SummarizerFailure(
    'transient',
    `${host} ${isLate ? 'did not answer in time' : 'cannot be reached'}.`,
    { inputTokens: isLate ? promptTokens : 0, outputTokens: 0 },
  );
}

function kindOf(status: number, words: string): SummarizerFailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402 || (status >= 400 && status < 500 && OUT_OF_MONEY.test(words))) return 'quota';
  if (status === 429) return 'rate_limit';
  return status === 408 || status === 409 || status >= 500 ? 'transient' : 'setup';
}

const OUT_OF_MONEY = /insufficient_quota|billing|credit balance|quota exceeded|spending limit/i;
