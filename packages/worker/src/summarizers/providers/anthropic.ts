/** Anthropic's Messages API through the official SDK, with nothing of what that takes from its surroundings. */
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
    // A server of one's own may want no key; the SDK must then not look for one in files and variables.
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    timeout: timeoutMs,
    // The queue tries again by itself, and keeps account of it.
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

/** The class of what the SDK throws; its words, which may hold ours, stay behind. */
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
