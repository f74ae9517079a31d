/** Finds the running worker of this installation, if it can prove its identity. Cheap, whatever listens on the port. */
import { readToken } from './token.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { digestOf, readPortFile } from './port-file.ts';
import { proveWorker } from './proof.ts';

export interface FoundWorker {
  port: number;
  pid: number;
  version: string;
  startedAt: number;
  /** Send it only to this port, which is proven. */
  token: string;
}

const PROOF_MS = 300;

/** Null if there is none, the file is stale, or another process or none answers. */
export async function findWorker(
  env: Record<string, string | undefined>,
  ms = PROOF_MS,
): Promise<FoundWorker | null> {
  const stateDir = stateDirPath(env);
  const published = readPortFile(stateDir);
  const token = published === null ? null : readToken(stateDir);
  if (published === null || token === null || published.secretDigest !== digestOf(token))
    return null;
  const { port, startedAt } = published;
  const proven = await proveWorker(port, token, ms);
  return proven === null ? null : { ...proven, port, startedAt, token };
}
