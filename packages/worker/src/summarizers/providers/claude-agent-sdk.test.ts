import type { NoteProviderSettings } from '@hookloom/core/settings';
import { expect, test } from 'vitest';
import { agentSdkSummarizer } from './claude-agent-sdk.ts';

const settings: NoteProviderSettings = {
  provider: 'claude-agent-sdk',
  model: 'haiku',
  baseUrl: '',
  apiKey: undefined,
  apiKeyFile: undefined,
  timeoutMs: 1000,
  price: null,
};
const request = { groups: [], turn: null };

test('the agent SDK gets no tools, settings or servers, and its own figures are used', async () => {
  const asked: { prompt: string; options: Record<string, unknown> }[] = [];
  const summarizer = agentSdkSummarizer(settings, () =>
    Promise.resolve({
      async *query(given: { prompt: string; options: Record<string, unknown> }) {
        asked.push(given);
        yield { type: 'system', subtype: 'init' };
        yield {
          type: 'result',
          subtype: 'success',
          result: '<observation><title>T</title></observation>',
          total_cost_usd: 0.002,
          usage: { input_tokens: 100, output_tokens: 20 },
        };
      },
    }),
  );
  expect(await summarizer.summarize(request)).toMatchObject({
    notes: [{ title: 'T' }],
    usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.002 },
  });
  expect(asked[0]!.options).toMatchObject({
    tools: [],
    allowedTools: [],
    settingSources: [],
    mcpServers: {},
    maxTurns: 1,
    persistSession: false,
  });
  expect(asked[0]!.prompt).toMatch(/^\[hookloom-notes\]\n/);
});

test.each([
  ['that ends with an error', { type: 'result', subtype: 'error_during_execution' }, 'transient'],
  ['that ends without a result', { type: 'assistant' }, 'unusable'],
])('an agent SDK %s is a failure of a known kind', async (_, message, kind) => {
  const summarizer = agentSdkSummarizer(settings, () =>
    Promise.resolve({
      async *query() {
        yield message;
      },
    }),
  );
  await expect(summarizer.summarize(request)).rejects.toMatchObject({ kind });
});

test('an agent SDK with another interface needs a person', async () => {
  const summarizer = agentSdkSummarizer(settings, () => Promise.resolve({}));
  await expect(summarizer.summarize(request)).rejects.toMatchObject({ kind: 'setup' });
});
