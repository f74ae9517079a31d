/** Where the memory is configured to be, and whether it can be used now. */
import { isHookloomError } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import type { Neo4jAddress } from '@hookloom/memory';
import { graphAddress, projectionAddress } from './store-settings.ts';

export interface ProjectionState {
  backend: 'embedded' | 'postgres' | 'neo4j';
  /** False if the memory on this machine answers instead. */
  in_use: boolean;
  /** Text for the user. */
  text: string;
  /** What to do if it is not in use. */
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
  const backend = env['PROJECTION_BACKEND']?.trim() === 'neo4j' ? 'neo4j' : 'postgres';
  try {
    const graph = graphAddress(env);
    if (graph !== null) return await graphState(graph);
    const address = projectionAddress(env, stateDirPath(env));
    if (address === null) return EMBEDDED;
    const { probeServer } = await import('@hookloom/memory');
    const version = await probeServer({ ...address, timeoutMs: TIMEOUT_MS });
    const text = `The memory is kept in PostgreSQL ${version}.`;
    return { backend: 'postgres', in_use: true, text, remediation: null };
  } catch (error) {
    if (!isHookloomError(error)) throw error;
    // With invalid settings, no command answers.
    const instead =
      error.code === 'invalid_request' ? '' : ' The memory on this machine answers instead.';
    const text = `${error.message}${instead}`;
    return { backend, in_use: false, text, remediation: error.remediation };
  }
}

async function graphState(address: Neo4jAddress): Promise<ProjectionState> {
  const { openNeo4j } = await import('@hookloom/memory');
  const link = await openNeo4j(address);
  try {
    const version = await link.version();
    // A server may accept a connection but refuse queries.
    await link.run([{ text: 'RETURN 1' }]);
    const text = `The memory is kept on this machine, and a graph of it in ${version}.`;
    return { backend: 'neo4j', in_use: true, text, remediation: null };
  } finally {
    await link.close();
  }
}
