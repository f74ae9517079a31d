/** How this workspace recalls, from its environment. An unknown value is an error, never a silent default. */
import { defined, invalidRequest } from '@hookloom/core';
import {
  RETENTION_POLICIES,
  SCORING_PROFILE_NAMES,
  type RecallSettings,
} from '@hookloom/memory/checkout';

/** `cognitive` is the default; `local_fast` and `local_sota` rank without salience. */
const RETRIEVAL_PROFILES = ['cognitive', 'local_fast', 'local_sota', 'custom'] as const;

/** @example recallSettings({ RETENTION_POLICY: 'decay' }).retention === 'decay' */
export function recallSettings(env: Record<string, string | undefined>): RecallSettings {
  const scoring = known(env, 'QUERY_SCORING_PROFILE', SCORING_PROFILE_NAMES);
  const retention = known(env, 'RETENTION_POLICY', RETENTION_POLICIES);
  const retrieval = known(env, 'RETRIEVAL_PROFILE', RETRIEVAL_PROFILES);
  return {
    ...defined({ scoring, retention }),
    ...(retrieval !== undefined && { salience: ['cognitive', 'custom'].includes(retrieval) }),
  };
}

function known<T extends string>(
  env: Record<string, string | undefined>,
  name: string,
  words: readonly T[],
): T | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  const word = words.find((each) => each === value.trim().toLowerCase());
  if (word !== undefined) return word;
  throw invalidRequest(
    `${name} has an unknown value.`,
    `Set it to one of ${words.join(', ')}, or remove it.`,
  );
}
