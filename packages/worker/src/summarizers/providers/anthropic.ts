/** Anthropic's Messages API. */
import type { NoteProviderSettings } from '@hookloom/core/settings';
import type { Summarizer } from '@hookloom/core/events';
import { z } from 'zod';
import { modelSummarizer } from './model-summarizer.ts';
import { postJson } from './post-json.ts';

const API_VERSION = '2026-10-21';

const answerShape = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).catch([]),
  usage: z
    .looseObject({
      input_tokens: z.number(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      output_tokens: z.number(),
    })
    .optional()
    .catch(undefined),
});

export function anthropicSummarizer(
  { model, baseUrl, timeoutMs }: NoteProviderSettings,
  key: string | undefined,
): Summarizer {
  return modelSummarizer('anthropic', model, async (prompt, promptTokens, signal) => {
    const { content, usage } = answerShape.parse(
      await postJson({
        url: `${baseUrl}/v1/messages`,
        headers: {
          'anthropic-version': API_VERSION,
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: {
          model,
          max_tokens: prompt.maxOutputTokens,
          system: prompt.system,
          messages: [{ role: 'user', content: prompt.user }],
        },
        timeoutMs,
        promptTokens,
        signal,
      }),
    );
    return {
      text: content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('\n'),
      inputTokens:
        usage &&
        usage.input_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage?.output_tokens,
    };
  });
}
