/**
 * A request with the token of the installation. The receiver first proves its identity on the same connection. A
 * process that takes over the port in between gets another connection and no byte of the token.
 */
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { proveOver } from './proof.ts';

export interface ProvenRequest {
  port: number;
  token: string;
  method: 'GET' | 'POST';
  path: string;
  /** JSON text. */
  body?: string;
  /** The limit for the proof and again for the answer. */
  ms: number;
}

export interface ProvenAnswer {
  status: number;
  text: string;
}

/** Throws if no worker proves its identity or the connection ends before the answer. */
export async function askProven(request: ProvenRequest): Promise<ProvenAnswer> {
  const { port, token, ms } = request;
  const agent = oneConnection();
  try {
    if ((await proveOver({ agent, port, token, ms })) === null)
      throw new Error(`no worker of ours is on port ${port}`);
    // The agent reuses the connection only in the next tick after the answer.
    await new Promise((resolve) => setImmediate(resolve));
    return await send(request, agent);
  } finally {
    agent.destroy();
  }
}

/** Never opens a second connection. */
function oneConnection(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let isUsed = false;
  agent.createConnection = (options): Duplex => {
    if (!isUsed) {
      isUsed = true;
      return net.connect(options as net.NetConnectOpts);
    }
    const none = new net.Socket();
    process.nextTick(() => none.destroy(new Error('the worker closed the connection')));
    return none;
  };
  return agent;
}

function send(
  { port, token, method, path, body, ms }: ProvenRequest,
  agent: http.Agent,
): Promise<ProvenAnswer> {
  return new Promise((resolve, reject) => {
    const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${token}` };
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(body);
    }
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers });
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), ms);
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
      });
    });
    request.end(body);
  });
}
