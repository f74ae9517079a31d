/** Answers to requests that never reach the protocol. */
import type { ErrorCode } from '@hookloom/core';
import type { ServerResponse } from 'node:http';
import { noteReason } from './request-note.ts';

export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  remediation: string;
  headers?: Record<string, string>;
}

/** The same for a missing session and one of another caller. */
export const UNKNOWN_SESSION: Refusal = {
  status: 404,
  code: 'not_found',
  message: 'This MCP session does not exist.',
  remediation: 'Send initialize to start another.',
};

/** Closes the connection, because the rest of the request is not read. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { status, code, message, remediation, headers } = refusal;
  noteReason(code);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: rpcCodeOf(status), message, data: { code, remediation } },
  });
  write(response, status, body, { connection: 'close', ...headers });
}

export function sendJson(response: ServerResponse, json: Record<string, unknown>): void {
  write(response, 200, JSON.stringify(json), {});
}

function write(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

/** Codes that MCP leaves to implementations, and those of JSON-RPC. */
function rpcCodeOf(status: number): number {
  if (status === 404) return -32_001;
  if (status === 401 || status === 403) return -32_003;
  if (status === 429) return -32_012;
  return status === 500 ? -32_603 : -32_000;
}

/** @param what `sessions` or `streams`, whichever has reached the limit */
export const limitReached = (what: string): Refusal => ({
  status: 503,
  code: 'unavailable',
  message: `All ${what} of this server are in use.`,
  remediation: 'Try again later.',
  headers: { 'retry-after': '5' },
});
