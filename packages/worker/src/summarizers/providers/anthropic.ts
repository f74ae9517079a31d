/** Anthropic's Messages API through the official SDK, without reading settings from the environment. */
import Anthropic, {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk';
import type { NoteProviderSettings } from '@hookloom/core/config/notes';
import type { SummarizerFailure, Summarizer } from '@hookloom/core/ports/summarizer';
import { modelSummarizer } from './model-summarizer.ts';
import { AnswerTooLong, ownFetch } from './own-fetch.ts';
import { refused, unanswered, unusable } from './refusal.ts';

export function anthropicSummarizer(
  { model, baseUrl, timeoutMs }: NoteProviderSettings,
  key: string | undefined,
): Summarizer {
  const client = new Anthropic({
    // A local server may need no key. Without this, the SDK would search files and variables for one.
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    timeout: timeoutMs,
    // The queue retries by itself and accounts for each call.
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: ownFetch,
  });
  return modelSummarizer('anthropic', model, async (prompt, promptTokens, signal) => {
    try {
      const { content, usage } = await client.messages.create(
        {
          model,
          max_tokens: prompt.maxOutputTokens,
          system: prompt.system,
          messages: [{ role: 'user', content: prompt.user }],
        },
        signal === undefined ? {} : { signal },
      );
      return {
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'),
        inputTokens:
          usage.input_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
        outputTokens: usage.output_tokens,
      };
    } catch (error) {
      throw failureOf(error, { host: new URL(baseUrl).host, promptTokens });
    }
  });
}

/** The class of an SDK error, without its message, which may contain our text. */
function failureOf(
  error: unknown,
  asked: { host: string; promptTokens: number },
): SummarizerFailure {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return unanswered(asked, true);
  if (!(error instanceof APIError) || error.cause instanceof AnswerTooLong) return unusable(asked);
  return error.status === undefined
    ? unanswered(asked, false)
    : refused(asked, Number(error.status), error.message);
}
