/** The summarizers that the environment selects, in order. */
import { isHookloomError } from '@hookloom/core';
import type { NoteProviderSettings } from '@hookloom/core/settings';
import type { Summarizer } from '@hookloom/core/events';
import { readSecretFile } from '../../secret-file.ts';

/** Returns a sentence if the key cannot be read. */
export async function configuredSummarizer(
  settings: NoteProviderSettings,
): Promise<Summarizer | string> {
  const { provider, apiKeyFile } = settings;
  let key = settings.apiKey;
  try {
    if (apiKeyFile !== undefined) key = readSecretFile(apiKeyFile.variable, apiKeyFile.file);
  } catch (error) {
    if (isHookloomError(error)) return error.message;
    throw error;
  }
  switch (provider) {
    case 'anthropic':
      return (await import('./anthropic.ts')).anthropicSummarizer(settings, key);
    case 'openai-compatible':
      return (await import('./openai-compatible.ts')).openAiSummarizer(settings, key);
    case 'gemini':
      return (await import('./gemini.ts')).geminiSummarizer(settings, key);
    case 'claude-agent-sdk':
      return (await import('./claude-agent-sdk.ts')).agentSdkSummarizer(settings);
  }
}
