/** Gemini's `generateContent`. Sends the key in a header, because logs contain addresses. */
import type { NoteProviderSettings } from '@hookloom/core/settings';
import type { Summarizer } from '@hookloom/core/events';
import { z } from 'zod';
import { modelSummarizer } from './model-summarizer.ts';
import { postJson } from './post-json.ts';

const part = z.looseObject({ text: z.string().optional(), thought: z.boolean().optional() });
const answerShape = z.looseObject({
  candidates: z
    .array(z.looseObject({ content: z.looseObject({ parts: z.array(part).catch([]) }) }))
    .catch([]),
  usageMetadata: z
    .looseObject({
      promptTokenCount: z.number().optional(),
      candidatesTokenCount: z.number().optional(),
      thoughtsTokenCount: z.number().optional(),
    })
    .catch({}),
});

export function geminiSummarizer(
  { model, baseUrl, timeoutMs }: NoteProviderSettings,
  key: string | undefined,
): Summarizer {
  return modelSummarizer('gemini', model, async (prompt, promptTokens, signal) => {
    const { candidates, usageMetadata: usage } = answerShape.parse(
      await postJson({
        url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
        headers: key === undefined ? {} : { 'x-goog-api-key': key },
        body: {
          systemInstruction: { parts: [{ text: prompt.system }] },
          contents: [{ role: 'user', parts: [{ text: prompt.user }] }],
          generationConfig: { maxOutputTokens: prompt.maxOutputTokens },
        },
        timeoutMs,
        promptTokens,
        signal,
      }),
    );
    const said = candidates[0]?.content.parts.filter(({ thought }) => thought !== true) ?? [];
    return {
      text: said.map(({ text }) => text ?? '').join('\n'),
      inputTokens: usage.promptTokenCount,
      outputTokens:
        usage.candidatesTokenCount === undefined
          ? undefined
          : usage.candidatesTokenCount + (usage.thoughtsTokenCount ?? 0),
    };
  });
}
