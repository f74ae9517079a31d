/**
 * MCP over HTTP, on any server. Checks, authenticates and counts every request before its body is read. Both protocol
 * eras share the path `/mcp`: 2026-07-28 without sessions, older revisions with them.
 */
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { within } from '../within.ts';
import { isMetadataPath } from './metadata.ts';
import { guard, type GuardOptions } from './guard.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import type { Principal } from './principal.ts';
import { wrongRequest } from '../mcp/wrong-request.ts';
import { readBody } from './read-body.ts';
import { noteMessage, withRequestNote, type RequestNote } from './request-note.ts';
import { createSseStreams } from './sse.ts';
import { limitReached, sendJson, sendRefusal, UNKNOWN_SESSION, type Refusal } from './refusal.ts';
import { requestOf, sendResponse } from './web-bridge.ts';

export interface EndpointOptions extends GuardOptions {
  /** A new server with the same tools, resources and prompts, for one request or one session. */
  serverFor(principal: Principal): Server;
  authenticate(request: IncomingMessage): Promise<Principal | Refusal>;
  /** Public: where to get tokens. */
  metadata(request: IncomingMessage): Record<string, unknown>;
  /** Whether to serve clients of the oldest revision, at `/sse` and `/messages`. */
  isSse?: boolean;
  /** In lower case. */
  sessionHeader: string;
  /** Null to continue. `denied`: its token was refused. */
  limit?(who: { subject: string } | { denied: string }): Refusal | null;
  /** Called once for each answered request. */
  onAnswered?(request: IncomingMessage, status: number, note: RequestNote): void;
  /** Default: a monotonic clock. */
  now?: () => number;
  maxSessions?: number;
  idleMs?: number;
  /** The maximum number of open requests and streams per subject. Default: 256. */
  maxOpen?: number;
  /** How long the end may wait for running requests. */
  drainMs?: number;
}

export interface Endpoint {
  /** Answers a request to one of its paths, and refuses others. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Number of open sessions of older revisions. */
  sessions(): number;
  evictIdle(): void;
  /** Accepts no more requests, waits for running ones, then ends streams and sessions. */
  close(): Promise<void>;
}

const EVICT_EVERY_MS = 60_000;
const DRAIN_MS = 10_000;
const MAX_OPEN = 256;
const ROUTES: Record<string, string[]> = { '/mcp': ['GET', 'POST', 'DELETE'] };
const SSE_ROUTES: Record<string, string[]> = { '/sse': ['GET'], '/messages': ['POST'] };

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { maxOpen = MAX_OPEN } = options;
  const principals = new WeakMap<Request, Principal>();
  const modern = createMcpHandler(({ requestInfo }) => serverOf(requestInfo), { legacy: 'reject' });
  const legacy = createLegacySessions(options);
  const sse = createSseStreams((principal) => options.serverFor(principal));
  const open = new Map<string, number>();
  let running = 0;
  let settled: (() => void) | null = null;
  let isClosing = false;

  function serverOf(request: Request | undefined): Server {
    const principal = request && principals.get(request);
    if (principal === undefined) throw new Error('A request without a caller.');
    return options.serverFor(principal);
  }

  async function answered(request: IncomingMessage, response: ServerResponse, note: RequestNote) {
    const refused = guard(request, options, options.sessionHeader);
    if (refused !== null) return sendRefusal(response, refused);
    const isRead = request.method === 'GET';
    if (isRead && isMetadataPath(pathOf(request)))
      return sendJson(response, options.metadata(request));
    const misplaced = placeOf(request, options.isSse === true);
    if (misplaced !== null) return sendRefusal(response, misplaced);
    const principal = await options.authenticate(request);
    if ('status' in principal) {
      const denied = request.socket.remoteAddress ?? '';
      return sendRefusal(response, options.limit?.({ denied }) ?? principal);
    }
    note.principal = principal;
    const { subject } = principal;
    const limited = options.limit?.({ subject }) ?? null;
    if (limited !== null) return sendRefusal(response, limited);
    const before = open.get(subject) ?? 0;
    if (before >= maxOpen) return sendRefusal(response, TOO_MANY);
    open.set(subject, before + 1);
    const expiring = endAtExpiry(response, principal, note);
    try {
      await serve(request, response, principal);
    } finally {
      clearTimeout(expiring);
      const left = open.get(subject)! - 1;
      if (left === 0) open.delete(subject);
      else open.set(subject, left);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse, principal: Principal) {
    if (pathOf(request) === '/sse') return sse.open(response, principal);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = requestOf(request, gone.signal);
    const given = request.headers['mcp-session-id'] as string | undefined;
    if (request.method !== 'POST') {
      if (given === undefined) return sendRefusal(response, ONLY_POST);
      return sendLegacy(response, await legacy.answer(asked, undefined, principal, given));
    }
    const body = await readBody(request);
    if ('refusal' in body) return sendRefusal(response, body.refusal);
    noteMessage(body.value);
    if (pathOf(request) === '/messages') {
      const id = new URLSearchParams(request.url!.split('?')[1]).get('sessionId') ?? '';
      return sse.post(response, id, body.value, principal);
    }
    running++;
    try {
      if (!(await isLegacyRequest(asked, body.value))) {
        principals.set(asked, principal);
        return await sendResponse(await modern.fetch(asked, { parsedBody: body.value }), response);
      }
      const isFirst = Reflect.get(body.value as object, 'method') === 'initialize';
      const wrong = wrongRequest(body.value);
      if (wrong !== null) {
        const id: unknown = Reflect.get(body.value as object, 'id') ?? null;
        return sendJson(response, { jsonrpc: '2.0', id, error: wrong });
      }
      if (given === undefined && !isFirst) return sendRefusal(response, NO_SESSION);
      const id = isFirst && given === undefined ? undefined : given;
      return await sendLegacy(response, await legacy.answer(asked, body.value, principal, id));
    } finally {
      running--;
      if (running === 0) settled?.();
    }
  }

  const evicting = setInterval(() => legacy.evictIdle(), EVICT_EVERY_MS);
  evicting.unref();
  return {
    answer(request, response) {
      if (isClosing) return sendRefusal(response, CLOSING);
      const note: RequestNote = { principal: null, tool: null, reason: null };
      void withRequestNote(note, () => answered(request, response, note))
        .catch(() => {
          if (response.headersSent) response.destroy();
          else withRequestNote(note, () => sendRefusal(response, DEFECT));
        })
        .finally(() => options.onAnswered?.(request, response.statusCode, note));
    },
    sessions: () => legacy.count() + sse.count(),
    evictIdle: () => legacy.evictIdle(),
    async close() {
      isClosing = true;
      clearInterval(evicting);
      if (running > 0)
        await within(
          options.drainMs ?? DRAIN_MS,
          new Promise<void>((resolve) => {
            settled = resolve;
          }),
        );
      sse.close();
      await Promise.all([modern.close(), legacy.close()]);
    },
  };
}

/** Whether a request is for this endpoint, on a server with other routes. */
export function isMcpPath(url: string): boolean {
  const path = url.split('?')[0]!;
  return path === '/mcp' || isMetadataPath(path);
}

/**
 * Ends a stream of notifications when the token that opened it expires. The client opens another with a new token. A
 * running call is still answered.
 */
function endAtExpiry(response: ServerResponse, { expiresAt }: Principal, note: RequestNote) {
  if (expiresAt === undefined) return undefined;
  const end = (): void => {
    // Calls have a message, streams have none.
    if (note.tool === null) response.destroy();
  };
  return setTimeout(end, Math.min(Math.max(0, expiresAt - Date.now()), LONGEST_MS)).unref();
}

/** The maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

async function sendLegacy(response: ServerResponse, answer: Response | 'unknown' | 'full') {
  if (answer === 'unknown') return sendRefusal(response, UNKNOWN_SESSION);
  if (answer === 'full') return sendRefusal(response, FULL);
  return sendResponse(answer, response);
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0]!;
}

function placeOf(request: IncomingMessage, isSse: boolean): Refusal | null {
  const methods = isSse ? { ...ROUTES, ...SSE_ROUTES } : ROUTES;
  const allowed = methods[pathOf(request)];
  if (allowed === undefined)
    return {
      status: 404,
      code: 'not_found',
      message: 'There is no such route.',
      remediation: 'The server answers on /mcp.',
    };
  if (allowed.includes(request.method ?? '')) return null;
  const remediation = `Use ${allowed.join(' or ')}.`;
  return { ...ONLY_POST, remediation, headers: { allow: allowed.join(', ') } };
}

const ONLY_POST: Refusal = {
  status: 405,
  code: 'invalid_request',
  message: 'This route does not accept this method.',
  remediation: 'Use POST.',
  headers: { allow: 'POST' },
};

const NO_SESSION: Refusal = {
  status: 400,
  code: 'invalid_request',
  message: 'The header Mcp-Session-Id is missing.',
  remediation: 'Send initialize first, then its session id with every request.',
};

const TOO_MANY: Refusal = {
  status: 429,
  code: 'rate_limited',
  message: 'You have too many requests open.',
  remediation: 'Wait for an answer, then call again.',
  headers: { 'retry-after': '1' },
};

const FULL = limitReached('sessions');

const CLOSING: Refusal = { ...FULL, message: 'The server is stopping.' };

const DEFECT: Refusal = {
  status: 500,
  code: 'internal_error',
  message: 'The request could not be answered.',
  remediation: 'Try again.',
};
