/** Shared by all models: sends a prompt and parses the reply. */
import {
  SummarizerFailure,
  type Summarizer,
  type SummarizerRequest,
  type SummarizerUsage,
} from '@hookloom/core/events';
import { cleanNotes, cleanSummary } from '../answer/clean-draft.ts';
import { buildPrompt, tokensOf, type Prompt } from '../build-prompt.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';
import { readJson } from '../answer/read-json.ts';
import { readXml } from '../answer/read-xml.ts';

/** A model's reply and its reported cost. */
export interface ModelReply {
  text: string;
  /** Absent if the provider does not report it. It is then estimated. */
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  costUsd?: number | undefined;
}

export type CallModel = (
  prompt: Prompt,
  promptTokens: number,
  signal?: AbortSignal,
) => Promise<ModelReply>;

export function modelSummarizer(provider: string, model: string, speak: CallModel): Summarizer {
  const promptTokens = ({ system, user }: Prompt): number => tokensOf(system) + tokensOf(user);
  return {
    provider,
    model,
    estimate(request) {
      const prompt = buildPrompt(request);
      return { inputTokens: promptTokens(prompt), outputTokens: prompt.maxOutputTokens };
    },
    async summarize(request: SummarizerRequest, signal) {
      const prompt = buildPrompt(request);
      const spoken = await speak(prompt, promptTokens(prompt), signal);
      const usage = usageOf(spoken, promptTokens(prompt));
      const answer = readAnswer(spoken.text);
      if (answer === null)
        throw new SummarizerFailure('unusable', 'The model answered with no notes.', usage);
      return {
        notes: cleanNotes(
          answer,
          request.groups.map(({ id }) => id),
        ),
        summary: request.turn === null ? null : cleanSummary(answer.summary),
        usage,
      };
    },
  };
}

function usageOf(spoken: ModelReply, promptTokens: number): SummarizerUsage {
  const count = (told: number | undefined, estimated: number): number =>
    told !== undefined && Number.isFinite(told) && told >= 0 ? Math.ceil(told) : estimated;
  const { costUsd } = spoken;
  return {
    inputTokens: count(spoken.inputTokens, promptTokens),
    outputTokens: count(spoken.outputTokens, tokensOf(spoken.text)),
    ...(costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0 && { costUsd }),
  };
}

const MAX_CHARS = 200_000;

/** Null for prose, an empty answer or an apology. */
export function readAnswer(text: string): RawAnswer | null {
  const plain = unfenced(text.slice(0, MAX_CHARS));
  return readXml(plain) ?? readJson(plain);
}

/** Removes a code fence around the whole answer. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return trimmed;
  const first = trimmed.indexOf('\n');
  return first < 0 ? trimmed : trimmed.slice(first + 1, -3).trim();
}
