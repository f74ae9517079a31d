/** One request to a model over HTTP. */
import { AnswerTooLong, ownFetch } from './own-fetch.ts';
import { refused, unanswered, unusable } from './refusal.ts';

/** Limit for reading a refusal, which is only searched for a message about money. */
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
  try {
    response = await ownFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch (error) {
    if (error instanceof AnswerTooLong) throw unusable(asked);
    throw unanswered(asked, error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name));
  }
  const text = await response.text();
  if (!response.ok) throw refused(asked, response.status, text.slice(0, MAX_REFUSAL_CHARS));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable(asked);
  }
}
