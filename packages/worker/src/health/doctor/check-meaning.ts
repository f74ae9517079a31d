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
    return [
      skipped(ID, 'Search by meaning is off (RETRIEVAL_FUZZY). The memory searches by words.'),
    ];
  // The user's own endpoint may charge for each text.
  if (source === 'endpoint')
    return [skipped(ID, 'Search by meaning uses your endpoint, which this check does not call.')];
  try {
    const embedder = await configuredEmbedder(env);
    await embedder!.embed(['Which database do we use?'], AbortSignal.timeout(LONGEST_MS));
    return [ok(ID, 'The memory also finds answers that use other words than the question.')];
  } catch (error) {
    const { message, remediation } = isHookloomError(error)
      ? error
      : { message: 'The model for search by meaning failed.', remediation: '' };
    return [
      warning(ID, {
        message,
        why: `The memory finds only text that shares words with the question. ${remediation}`.trim(),
        command: null,
      }),
    ];
  }
};
