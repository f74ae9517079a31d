/** The embedder that the environment selects. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { HookloomError, isHookloomError, type Embedder } from '@hookloom/core';
import { vectorSettings } from '@hookloom/core/config/embedding';
import { readSecretFile } from '../secret-file.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';

const ENCODER = '@hookloom/encoder-en';

/**
 * Undefined if none is configured. A configured one that may not be used refuses each text with the reason: the memory
 * answers by words and says why.
 */
export async function configuredEmbedder(
  env: Record<string, string | undefined>,
): Promise<Embedder | undefined> {
  const settings = vectorSettings(env);
  if (settings.source === 'none') return undefined;
  if (settings.source === 'refused') return refusingEmbedder(refusal(settings.reason));
  try {
    if (settings.source === 'static') {
      const { createStaticEmbedder } = await import('@hookloom/memory/vectors/static-embedder');
      return createStaticEmbedder();
    }
    if (settings.source === 'local' || settings.source === 'encoder') {
      const { createLocalEmbedder } = await import('./onnx/local-embedder.ts');
      return createLocalEmbedder(
        settings.source === 'local' ? settings.local : { dir: encoderDir(), runtimeDir: undefined },
      );
    }
    const { endpoint } = settings;
    const key =
      endpoint.apiKeyFile === undefined
        ? endpoint.apiKey
        : readSecretFile('EMBEDDING_API_KEY_FILE', endpoint.apiKeyFile);
    return createEndpointEmbedder(endpoint, key);
  } catch (error) {
    return refusingEmbedder(
      isHookloomError(error)
        ? error
        : refusal('The model or table of word vectors cannot be read.'),
    );
  }
}

/** The model folder of the encoder's package, beside Hookloom or below it. */
function encoderDir(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${ENCODER}/package.json`);
    return path.join(path.dirname(manifest), 'model');
  } catch {
    throw new HookloomError(
      'unavailable',
      `RETRIEVAL_FUZZY=encoder is set, and the package ${ENCODER} is not installed.`,
      `Run \`npm install -g ${ENCODER}\`; until then words alone count.`,
    );
  }
}

function refusal(reason: string): HookloomError {
  return new HookloomError('unavailable', reason, 'Correct the variable, or unset it.');
}

function refusingEmbedder({ message, remediation }: HookloomError): Embedder {
  return {
    model: 'none',
    pace: 'background',
    embed: () => Promise.reject(new HookloomError('unavailable', message, remediation)),
  };
}
