/** The running worker of this installation, when it can prove that it is that. Costs little whatever stands on the port. */
import { readToken } from '../http/token.ts';
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { digestOf, readPortFile } from './port-file.ts';
import { proveWorker } from './proof.ts';

export interface FoundWorker {
  port: number;
  pid: number;
  version: string;
  startedAt: number;
  /** To be sent to this port only: it was proven. */
  token: string;
}

const PROOF_MS = 300;

/** Null for none, a stale file, a foreign or silent listener. */
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
