/** Classifies failed requests to a model by how they are handled. */
import { SummarizerFailure, type SummarizerFailureKind } from '@hookloom/core/events';

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
