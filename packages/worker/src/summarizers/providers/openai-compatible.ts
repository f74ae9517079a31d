/** Chat completions, the API of OpenAI and many local servers. */
import type { NoteProviderSettings } from '@hookloom/core/settings';
import type { Summarizer } from '@hookloom/core/events';
import { z } from 'zod';
import { modelSummarizer } from './model-summarizer.ts';
import { postJson } from './post-json.ts';

const answerShape = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }) }))
    .catch([]),
  usage: z
    .looseObject({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .catch({}),
});

export function openAiSummarizer(
  { model, baseUrl, timeoutMs }: NoteProviderSettings,
  key: string | undefined,
): Summarizer {
  return modelSummarizer('openai-compatible', model, async (prompt, promptTokens, signal) => {
    const { choices, usage } = answerShape.parse(
      await postJson({
        url: `${baseUrl}/chat/completions`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        body: {
          model,
          max_tokens: prompt.maxOutputTokens,
          messages: [
            { role: 'system', content: prompt.system },
            { role: 'user', content: prompt.user },
          ],
        },
        timeoutMs,
        promptTokens,
        signal,
      }),
    );
    return {
      text: choices[0]?.message.content ?? '',
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
    };
  });
}
