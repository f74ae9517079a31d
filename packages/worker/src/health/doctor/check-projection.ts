/** Where the memory is kept, and whether the database answers. */
import { isHookloomError } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { projectionAddress } from '../../team/store-settings.ts';
import { ok, warning, type Check } from './row.ts';

const TIMEOUT_MS = 2000;

export const checkProjection: Check = async ({ place }) => {
  try {
    const address = projectionAddress(place.env, stateDirPath(place.env));
    if (address === null) return [];
    const { probeServer } = await import('@hookloom/memory');
    const version = await probeServer({ ...address, timeoutMs: TIMEOUT_MS });
    return [ok('projection', `The memory is kept in PostgreSQL ${version}.`)];
  } catch (error) {
    if (!isHookloomError(error)) throw error;
    return [
      warning('projection', {
        message: error.message,
        why: `The memory on this machine answers instead. ${error.remediation}`,
        command: null,
      }),
    ];
  }
};
