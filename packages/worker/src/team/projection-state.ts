/** Where the memory is kept, and whether what was chosen can be used now. */
import { isHookloomError } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { projectionAddress } from './store-settings.ts';

export interface ProjectionState {
  backend: 'embedded' | 'postgres';
  /** False: the memory on this machine answers instead. */
  in_use: boolean;
  /** For a person. */
  text: string;
  /** What to do where it is not in use. */
  remediation: string | null;
}

const TIMEOUT_MS = 2000;
const EMBEDDED: ProjectionState = {
  backend: 'embedded',
  in_use: true,
  text: 'The memory is kept on this machine.',
  remediation: null,
};

/** Asks the server, for at most 2 seconds. */
export async function projectionState(
  env: Record<string, string | undefined>,
): Promise<ProjectionState> {
  try {
    const address = projectionAddress(env, stateDirPath(env));
    if (address === null) return EMBEDDED;
    const { probeServer } = await import('@hookloom/memory');
    const version = await probeServer({ ...address, timeoutMs: TIMEOUT_MS });
    const text = `The memory is kept in PostgreSQL ${version}.`;
    return { backend: 'postgres', in_use: true, text, remediation: null };
  } catch (error) {
    if (!isHookloomError(error)) throw error;
    // With wrong settings, no command answers.
    const instead =
      error.code === 'invalid_request' ? '' : ' The memory on this machine answers instead.';
    const text = `${error.message}${instead}`;
    return { backend: 'postgres', in_use: false, text, remediation: error.remediation };
  }
}
