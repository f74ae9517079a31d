/** Settings from the environment for embedding and reranking models. Pure; opens no file or connection. */
import path from 'node:path';
import { modelAddress } from './model-address.ts';
import { notAccepted, settingIn } from './settings.ts';

export interface EndpointSettings {
  /** Without a slash at its end; `/embeddings` is added. */
  baseUrl: string;
  model: string;
  apiKey: string | undefined;
  /** File with the key; takes precedence over `apiKey`. */
  apiKeyFile: string | undefined;
  timeoutMs: number;
}

/** Absolute paths of the user's own folders. */
export interface LocalModelSettings {
  /** A folder with model.onnx, tokenizer.json and config.json. */
  dir: string;
  /** A folder whose node_modules contain the runtime; undefined if `dir` has them. */
  runtimeDir: string | undefined;
}

export type VectorSettings =
  | { source: 'none' }
  /** The sentence encoder of the package @hookloom/encoder-en. */
  | { source: 'encoder' }
  | { source: 'endpoint'; endpoint: EndpointSettings }
  | { source: 'local'; local: LocalModelSettings }
  /** Configured in a way that must not be used. */
  | { source: 'refused'; reason: string };

/**
 * A model of the user takes precedence over the packaged encoder. Recorded text leaves the machine only if
 * `EMBEDDING_ALLOW_REMOTE` allows it, and only encrypted.
 *
 * @example vectorSettings({ EMBEDDING_MODEL: 'nomic-embed-text' }) // { source: 'endpoint', endpoint: { baseUrl:
 *   'http://127.0.0.1:11434/v1', … } }
 */
export function vectorSettings(env: Record<string, string | undefined>): VectorSettings {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const model = given('EMBEDDING_MODEL');
  const dir = given('EMBEDDING_MODEL_DIR');
  if (dir !== undefined) {
    if (model !== undefined)
      return refused('EMBEDDING_MODEL and EMBEDDING_MODEL_DIR are both set: one model counts.');
    return folders('EMBEDDING', dir, given('EMBEDDING_RUNTIME_DIR'));
  }
  if (given('EMBEDDING_RUNTIME_DIR') !== undefined)
    return refused('EMBEDDING_RUNTIME_DIR is set without EMBEDDING_MODEL_DIR.');
  if (model !== undefined) return endpointSettings(model, given);
  if (given('EMBEDDING_BASE_URL') !== undefined)
    return refused('EMBEDDING_BASE_URL is set without EMBEDDING_MODEL.');
  const fuzzy = settingIn('RETRIEVAL_FUZZY', given);
  if (fuzzy === null) return refused('RETRIEVAL_FUZZY is neither `off` nor `encoder`.');
  return { source: fuzzy === 'off' ? 'none' : 'encoder' };
}

/** Settings from the environment for a cross-encoder of the user's own. */
export type RerankSettings =
  | { source: 'none' }
  | { source: 'local'; local: LocalModelSettings }
  | { source: 'refused'; reason: string };

/** @example rerankSettings({ RERANKER_MODEL_DIR: '/models/reranker' }) // { source: 'local', local: { dir: '/models/reranker', … } } */
export function rerankSettings(env: Record<string, string | undefined>): RerankSettings {
  const dir = env['RERANKER_MODEL_DIR']?.trim() || undefined;
  const runtimeDir = env['RERANKER_RUNTIME_DIR']?.trim() || undefined;
  if (dir !== undefined) return folders('RERANKER', dir, runtimeDir);
  return runtimeDir === undefined
    ? { source: 'none' }
    : refused('RERANKER_RUNTIME_DIR is set without RERANKER_MODEL_DIR.');
}

/** A server may start in any folder, so a relative path would mean another one each time. */
function folders(
  prefix: 'EMBEDDING' | 'RERANKER',
  dir: string,
  runtimeDir: string | undefined,
): Exclude<RerankSettings, { source: 'none' }> {
  if (!path.isAbsolute(dir)) return refused(`${prefix}_MODEL_DIR is no absolute path.`);
  if (runtimeDir !== undefined && !path.isAbsolute(runtimeDir))
    return refused(`${prefix}_RUNTIME_DIR is no absolute path.`);
  return { source: 'local', local: { dir, runtimeDir } };
}

function endpointSettings(
  model: string,
  given: (name: string) => string | undefined,
): VectorSettings {
  const name = 'EMBEDDING_BASE_URL';
  const address = modelAddress(name, given(name) ?? settingIn(name, given)!, {
    isRemoteAllowed: given('EMBEDDING_ALLOW_REMOTE') === 'true',
    elsewhere: () =>
      `${name} is another machine. Set EMBEDDING_ALLOW_REMOTE=true to send recorded text there.`,
  });
  if ('refused' in address) return refused(address.refused);
  const timeoutMs = settingIn('EMBEDDING_TIMEOUT_MS', given);
  if (timeoutMs === null) return refused(notAccepted('EMBEDDING_TIMEOUT_MS'));
  if (model.length > 200 || /[\p{Cc}]/u.test(model))
    return refused('EMBEDDING_MODEL is no name of a model.');
  return {
    source: 'endpoint',
    endpoint: {
      baseUrl: address.url,
      model,
      apiKey: given('EMBEDDING_API_KEY'),
      apiKeyFile: given('EMBEDDING_API_KEY_FILE'),
      timeoutMs: Number(timeoutMs),
    },
  };
}

function refused(reason: string): { source: 'refused'; reason: string } {
  return { source: 'refused', reason };
}
