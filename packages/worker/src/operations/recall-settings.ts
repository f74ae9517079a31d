/** How this workspace recalls, from its environment; a word that is not known is an error and never a silent default. */
import { HookloomError, type Workspace } from '@hookloom/core';
import type { RecallSettings } from '@hookloom/memory/checkout/request';
import { RETENTION_POLICIES } from '@hookloom/memory/checkout/retention';
import { SCORING_PROFILE_NAMES } from '@hookloom/memory/search/scoring-profiles';

/** `cognitive` is the default; `local_fast` and `local_sota` rank without salience. */
const RETRIEVAL_PROFILES = ['cognitive', 'local_fast', 'local_sota', 'custom'] as const;

/** @example recallSettings({ recall: { retention: 'decay' } }).retention === 'decay' */
export function recallSettings({ recall = {} }: Pick<Workspace, 'recall'>): RecallSettings {
  const scoring = known('QUERY_SCORING_PROFILE', recall.scoring, SCORING_PROFILE_NAMES);
  const retention = known('RETENTION_POLICY', recall.retention, RETENTION_POLICIES);
  const retrieval = known('RETRIEVAL_PROFILE', recall.retrieval, RETRIEVAL_PROFILES);
  return {
    ...(scoring !== undefined && { scoring }),
    ...(retention !== undefined && { retention }),
    ...(retrieval !== undefined && { salience: ['cognitive', 'custom'].includes(retrieval) }),
  };
}

function known<T extends string>(
  name: string,
  value: string | undefined,
  words: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value.trim().toLowerCase());
  if (word !== undefined) return word;
  throw new HookloomError(
    'invalid_request',
    `${name} has a value that is not known.`,
    `Set it to one of ${words.join(', ')}, or remove it.`,
  );
}
