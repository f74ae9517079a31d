/**
 * Calls a handler that is an HTTP endpoint (Claude Code `type: "http"`). Never rejects; follows no redirect, which
 * could lead to a forbidden address.
 */
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { HandlerAction } from '../engine/handler.ts';
import type { RawOutcome } from '../engine/outcome.ts';
import { isForbiddenAddress } from './forbidden-address.ts';
import { MAX_TIMER_MS } from './max-timer.ts';

export interface HttpRequest {
  action: HandlerAction & { kind: 'http' };
  /** JSON. */
  body: string;
  /** The environment for `$NAME` in header values. */
  env: Record<string, string>;
  timeoutMs: number;
  capBytes?: number;
}

export type HttpOutcome = RawOutcome & { kind: 'http' };

const CAP_BYTES = 1024 * 1024;
/** Headers of the connection itself: only we set them. */
const CONNECTION_HEADERS = new Set(
  'connection content-length expect keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * @example await runHttp({ action: { kind: 'http', url: 'http://127.0.0.1:8080/', headers: {}, allowedEnvVars: [] },
 *   body: '{}', env: {}, timeoutMs: 1000 }) // → { kind: 'http', status: 200, body: '…', error: null, … }
 */
export async function runHttp(request: HttpRequest): Promise<HttpOutcome> {
  const startedMs = performance.now();
  const parts = await callEndpoint(request).catch((error: unknown): Partial<HttpOutcome> => ({
    error: reasonOf(error),
  }));
  return {
    kind: 'http',
    status: null,
    body: '',
    error: null,
    truncated: false,
    ...parts,
    durationMs: performance.now() - startedMs,
  };
}

async function callEndpoint(request: HttpRequest): Promise<Partial<HttpOutcome>> {
  const url = URL.canParse(request.action.url) ? new URL(request.action.url) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { error: 'invalid_url' };
  if (isForbiddenAddress(url.hostname.replace(/^\[|\]$/g, '')))
    return { error: 'forbidden_address' };
  const headers = headersOf(request);
  if (headers === null) return { error: 'invalid_header' };
  const { request: open } =
    url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return await new Promise((resolve, reject) => {
    // A new connection, so that neither a pool nor a proxy of the process replaces the checked address.
    const call = open(url, { method: 'POST', headers, lookup: checkedLookup, agent: false });
    const finish = (parts: Partial<HttpOutcome>): void => {
      clearTimeout(timer);
      resolve(parts);
      call.destroy();
    };
    const timer = setTimeout(
      () => finish({ error: 'timeout' }),
      Math.min(request.timeoutMs, MAX_TIMER_MS),
    );
    call.on('response', (response) => readBody(response, request.capBytes ?? CAP_BYTES, finish));
    call.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    call.end(request.body);
  });
}

function readBody(
  response: IncomingMessage,
  capBytes: number,
  finish: (parts: Partial<HttpOutcome>) => void,
): void {
  const status = response.statusCode ?? null;
  const chunks: Buffer[] = [];
  let size = 0;
  const body = (): string => Buffer.concat(chunks).subarray(0, capBytes).toString('utf8');
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > capBytes) finish({ status, body: body(), truncated: true });
  });
  response.on('end', () => finish({ status, body: body() }));
  response.on('error', (error) => finish({ status, error: reasonOf(error) }));
}

/** Header values with the allowed variables; the others become empty. Null: a value contains a line break. */
function headersOf({ action, body, env }: HttpRequest): Record<string, string> | null {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(action.headers)) {
    const filled = value.replace(
      /\$(?:\{(\w+)\}|(\w+))/g,
      (_all, braced?: string, bare?: string) => {
        const key = braced ?? bare ?? '';
        return action.allowedEnvVars.includes(key) ? (env[key] ?? '') : '';
      },
    );
    if (!/^[\w-]+$/.test(name) || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(filled)) return null;
    if (!CONNECTION_HEADERS.has(name.toLowerCase())) out[name.toLowerCase()] = filled;
  }
  return {
    ...out,
    'content-type': 'application/json',
    accept: 'application/json, text/plain',
    'content-length': String(Buffer.byteLength(body)),
  };
}

/** Looks a name up once and connects to the checked address, so that a second answer cannot redirect the call. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  const { lookup } = process.getBuiltinModule('node:dns');
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = error === null ? addresses[0] : undefined;
    if (first === undefined) return callback(error ?? failure('ENOTFOUND'), '', 4);
    if (addresses.some(({ address }) => isForbiddenAddress(address)))
      return callback(failure('forbidden_address'), '', 4);
    if (options.all === true) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'failed';
  return code === 'ECONNREFUSED' ? 'refused' : code;
}
