/** Anthropic's Messages API, as documented, over fetch: the official SDK would add a dependency to the package for one request. */
import type { NoteProviderSettings } from '@hookloom/core/config/notes';
import type { Summarizer } from '@hookloom/core/ports/summarizer';
import { z } from 'zod';
import { modelSummarizer } from './model-summarizer.ts';
import { postJson } from './post-json.ts';

const API_VERSION = '2023-06-01';

const answerShape = z.looseObject({
  content: z.array(z.looseObject({ text: z.string().optional() })).catch([]),
  usage: z
    .looseObject({
      input_tokens: z.number().optional(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      output_tokens: z.number().optional(),
    })
    .catch({}),
});

export function anthropicSummarizer(
  { model, baseUrl, timeoutMs }: NoteProviderSettings,
  key: string | undefined,
): Summarizer {
  return modelSummarizer('anthropic', model, async (prompt, promptTokens, signal) => {
    const answer = answerShape.parse(
      await postJson({
        url: `${baseUrl}/v1/messages`,
        headers: {
          'anthropic-version': API_VERSION,
          ...(key !== undefined && { 'x-api-key': key }),
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
    const { usage } = answer;
    return {
      text: answer.content.map(({ text }) => text ?? '').join('\n'),
      inputTokens:
        usage.input_tokens === undefined
          ? undefined
          : usage.input_tokens +
            (usage.cache_creation_input_tokens ?? 0) +
            (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
    };
  });
}
