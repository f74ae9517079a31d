/** The Claude Agent SDK, if the user has installed it next to this package. It may only generate text. */
import os from 'node:os';
import type { NoteProviderSettings } from '@hookloom/core/settings';
import { SummarizerFailure, type Summarizer } from '@hookloom/core/events';
import { z } from 'zod';
import { modelSummarizer, type ModelReply } from './model-summarizer.ts';

/** Not a literal in the import, so that bundlers do not resolve it. */
const PACKAGE = '@anthropic-ai/claude-agent-sdk';

interface Sdk {
  query(request: { prompt: string; options: Record<string, unknown> }): AsyncIterable<unknown>;
}

const resultShape = z.looseObject({
  type: z.literal('result'),
  subtype: z.string(),
  result: z.string().optional(),
  total_cost_usd: z.number().optional(),
  usage: z
    .looseObject({
      input_tokens: z.number().optional(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      output_tokens: z.number().optional(),
    })
    .optional(),
});

/** Throws `setup` if it is not installed. `load` imports it. */
export function agentSdkSummarizer(
  { model, timeoutMs }: NoteProviderSettings,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Summarizer {
  return modelSummarizer('claude-agent-sdk', model, async (prompt, promptTokens, signal) => {
    const { query } = await sdk(load);
    const abortController = new AbortController();
    const stop = (): void => abortController.abort();
    const limit = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const messages = query({
        prompt: prompt.user,
        options: {
          model,
          systemPrompt: prompt.system,
          maxTurns: 1,
          // No tools, settings, hooks, servers or stored state, so that it does not observe itself.
          tools: [],
          allowedTools: [],
          settingSources: [],
          mcpServers: {},
          strictMcpConfig: true,
          persistSession: false,
          cwd: os.tmpdir(),
          abortController,
        },
      });
      for await (const message of messages) {
        const result = resultShape.safeParse(message);
        if (result.success) return spoken(result.data);
      }
    } catch (error) {
      if (error instanceof SummarizerFailure) throw error;
      throw new SummarizerFailure('transient', 'The Claude Agent SDK did not answer.', {
        inputTokens: promptTokens,
        outputTokens: 0,
      });
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', stop);
    }
    throw new SummarizerFailure('unusable', 'The Claude Agent SDK ended without a result.');
  });
}

async function sdk(load: (name: string) => Promise<unknown>): Promise<Sdk> {
  let found: unknown;
  try {
    found = await load(PACKAGE);
  } catch {
    throw new SummarizerFailure(
      'setup',
      `${PACKAGE} is not installed. Install it next to hookloom, or remove claude-agent-sdk from HOOKLOOM_NOTES_PROVIDER.`,
    );
  }
  const { query } = (found ?? {}) as Partial<Sdk>;
  if (typeof query === 'function') return { query };
  throw new SummarizerFailure('setup', `${PACKAGE} has another interface than is known.`);
}

function spoken({
  subtype,
  result,
  usage,
  total_cost_usd: costUsd,
}: z.output<typeof resultShape>): ModelReply {
  const input =
    usage?.input_tokens === undefined
      ? undefined
      : usage.input_tokens +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0);
  if (subtype === 'success' && result !== undefined)
    return { text: result, inputTokens: input, outputTokens: usage?.output_tokens, costUsd };
  throw new SummarizerFailure(
    'transient',
    `The Claude Agent SDK ended with ${subtype.slice(0, 40)}.`,
    {
      inputTokens: input ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
      ...(costUsd !== undefined && { costUsd }),
    },
  );
}
