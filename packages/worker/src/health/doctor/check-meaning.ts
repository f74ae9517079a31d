/** Whether the memory also finds what says the same in other words. */
import { isHookloomError } from '@hookloom/core/errors';
import { vectorSettings } from '@hookloom/core/config/embedding';
import { configuredEmbedder } from '../../embedders/configured-embedder.ts';
import { ok, skipped, warning, type Check } from './row.ts';

const ID = 'search_by_meaning';
const LONGEST_MS = 10_000;

export const checkMeaning: Check = async ({ place: { env } }) => {
  const { source } = vectorSettings(env);
  if (source === 'none')
    return [skipped(ID, 'Search by meaning is off (RETRIEVAL_FUZZY): the memory finds by words.')];
  // The user's own endpoint may charge for each text.
  if (source === 'endpoint')
    return [skipped(ID, 'Search by meaning asks your endpoint, which is not tried here.')];
  try {
    const embedder = await configuredEmbedder(env);
    await embedder!.embed(['Which database do we use?'], AbortSignal.timeout(LONGEST_MS));
    return [ok(ID, 'The memory also finds what says the same in other words.')];
  } catch (error) {
    const { message, remediation } = isHookloomError(error)
      ? error
      : { message: 'The model of search by meaning failed.', remediation: '' };
    return [
      warning(ID, {
        message,
        why: `The memory finds only what shares words with a question. ${remediation}`.trim(),
        command: null,
      }),
    ];
  }
};
