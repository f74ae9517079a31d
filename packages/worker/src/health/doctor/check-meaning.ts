/** Whether the memory also searches by meaning, and whether a cross-encoder ranks the results. */
import { isHookloomError } from '@hookloom/core';
import { rerankSettings, vectorSettings } from '@hookloom/core/settings';
import { configuredEmbedder, configuredReranker } from '../../embedders/configured-embedder.ts';
import { ok, skipped, warning, type Check, type DoctorRow } from './row.ts';

const ID = 'search_by_meaning';
const LONGEST_MS = 10_000;

export const checkMeaning: Check = async ({ place: { env } }) => {
  const { source } = vectorSettings(env);
  if (source === 'none')
    return skipped(ID, 'Search by meaning is off (RETRIEVAL_FUZZY). The memory searches by words.');
  // The user's endpoint may charge for each text.
  if (source === 'endpoint')
    return skipped(ID, 'Search by meaning uses your endpoint, which this check does not call.');
  try {
    const embedder = await configuredEmbedder(env);
    await embedder!.embed(['Which database do we use?'], AbortSignal.timeout(LONGEST_MS));
    return ok(ID, 'The memory also finds answers that use other words than the question.');
  } catch (error) {
    return failed(ID, error, 'The memory finds only text that shares words with the question.');
  }
};

const RERANK_ID = 'reranker';

/** No row if there is no cross-encoder, which is the default. */
export const checkReranker: Check = async ({ place: { env } }) => {
  if (rerankSettings(env).source === 'none') return [];
  try {
    const reranker = await configuredReranker(env);
    await reranker!.score('Which database?', ['PostgreSQL 16'], AbortSignal.timeout(LONGEST_MS));
    return ok(RERANK_ID, 'Your cross-encoder orders the best 50 rows of each question again.');
  } catch (error) {
    return failed(RERANK_ID, error, 'Rows stay in the order of the search.');
  }
};

function failed(id: string, error: unknown, why: string): DoctorRow {
  const { message, remediation } = isHookloomError(error)
    ? error
    : { message: 'The model failed.', remediation: '' };
  return warning(id, { message, why: `${why} ${remediation}`.trim(), command: null });
}
