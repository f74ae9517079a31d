/**
 * How a client identifies the worker before it sends anything else: it sends a number, and only a holder of this
 * installation's token can answer it. A foreign process on the port learns nothing and cannot relay, because the answer
 * includes the port.
 */
import { attempt } from '@hookloom/core';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';

export const PROOF_PATH = '/api/worker/proof';

export function proofOf(token: string, port: number, nonce: string): string {
  return createHmac('sha256', token).update(`worker ${port} ${nonce}`).digest('base64url');
}

export function isNonce(text: string): boolean {
  return /^[\w-]{22,64}$/.test(text);
}

/** What a proven worker says about itself. */
export interface Proven {
  pid: number;
  version: string;
}

/** Null if the answer is missing, wrong or late. */
export async function proveWorker(port: number, token: string, ms: number): Promise<Proven | null> {
  const agent = new http.Agent({ keepAlive: false });
  return proveOver({ agent, port, token, ms });
}

export interface ProofRequest {
  agent: http.Agent;
  port: number;
  token: string;
  ms: number;
}

/** The same over a given connection. */
export function proveOver({ agent, port, token, ms }: ProofRequest): Promise<Proven | null> {
  const nonce = randomBytes(16).toString('base64url');
  const path = `${PROOF_PATH}?nonce=${nonce}`;
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent });
    const end = (proven: Proven | null): void => {
      clearTimeout(timer);
      if (proven === null) request.destroy();
      resolve(proven);
    };
    const timer = setTimeout(() => end(null), ms);
    request.on('error', () => end(null));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > 4096) end(null);
      });
      response.on('error', () => end(null));
      response.on('end', () => end(read(text, proofOf(token, port, nonce))));
    });
  });
}

function read(text: string, expected: string): Proven | null {
  return attempt(() => {
    const { proof, pid, version } = JSON.parse(text) as Record<string, unknown>;
    const [a, b] = [Buffer.from(String(proof)), Buffer.from(expected)];
    const isOurs = a.length === b.length && timingSafeEqual(a, b);
    if (!isOurs || typeof pid !== 'number' || typeof version !== 'string') return null;
    return { pid, version };
  });
}
