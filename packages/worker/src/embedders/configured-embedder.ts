/** The embedder that the environment asks for. */
import { HookloomError, type Embedder } from '@hookloom/core';
import { vectorSettings } from '@hookloom/core/config/embedding';
import { readSecretFile } from '../secret-file.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';

/**
 * Undefined where none is configured. One that is configured but may not be used refuses each text with the reason: the
 * memory answers by words and says why.
 */
export async function configuredEmbedder(
  env: Record<string, string | undefined>,
): Promise<Embedder | undefined> {
  const settings = vectorSettings(env);
  if (settings.source === 'none') return undefined;
  if (settings.source === 'refused') return refusingEmbedder(settings.reason);
  try {
    if (settings.source === 'static') {
      const { createStaticEmbedder } = await import('@hookloom/memory/vectors/static-embedder');
      return createStaticEmbedder();
    }
    const { endpoint } = settings;
    const key =
      endpoint.apiKeyFile === undefined
        ? endpoint.apiKey
        : readSecretFile('EMBEDDING_API_KEY_FILE', endpoint.apiKeyFile);
    return createEndpointEmbedder(endpoint, key);
  } catch (error) {
    return refusingEmbedder(
      error instanceof HookloomError ? error.message : 'The table of word vectors is not there.',
    );
  }
}

function refusingEmbedder(reason: string): Embedder {
  return {
    model: 'none',
    pace: 'background',
    embed: () =>
      Promise.reject(
        new HookloomError('unavailable', reason, 'Correct the variable, or unset it.'),
      ),
  };
}
