/** `hookloom serve --transport http`: the memory of one workspace for clients that connect over HTTP. */
import { VERSION, sha256Hex } from '@hookloom/core';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { openAnswering, type Answering } from '../answering.ts';
import { isCaptureEnabled } from '../mcp/capture-enabled.ts';
import type { Mounted } from '../http/server.ts';
import { resolveProfile } from '../mcp/profile.ts';
import { createMcpServer } from '../mcp/server.ts';
import type { Tool } from '../mcp/tools/tool.ts';
import { withOwnSession } from '../own-workspace.ts';
import { workspaceOf, type ServeOptions } from '../serve-options.ts';
import { openAudit, type Audit, type AuditEntry } from './audit.ts';
import { createAuthenticate } from './authenticate.ts';
import { createEndpoint, isMcpPath, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { listen, type Listener } from './listener.ts';
import { metadataOf } from './metadata.ts';
import type { OidcOptions } from './oidc.ts';
import { keyOf, type Principal } from './principal.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import type { Refusal } from './refusal.ts';
import { noteReason, type RequestNote } from './request-note.ts';
import { readRemoteSettings, type RemoteSettings } from './settings.ts';

export interface ServeHttpOptions extends Omit<ServeOptions, 'isIdle' | 'stdin' | 'bin'> {
  host: string;
  /** Every tool, in listing order. */
  tools: readonly Tool[];
  /** 0 for any free port. */
  port: number;
  /** Same as in `EndpointOptions`. */
  isSse?: boolean;
}

export interface RemoteServer extends Listener {
  url: string;
  isProtected: boolean;
}

/**
 * Listens until it is closed.
 *
 * @throws HookloomError before it listens: for contradictory settings, and for a port that cannot be opened
 */
export async function serveHttp(options: ServeHttpOptions): Promise<RemoteServer> {
  const { env, host, port, role, isSse = false } = options;
  const settings = readRemoteSettings(env, host);
  const { answering, root } = await open(options, settings);
  try {
    const listener = await listenFor(answering, settings, { host, port, role, isSse, root });
    const name = host.includes(':') ? `[${host}]` : host;
    return {
      ...listener,
      url: `http://${name}:${listener.port || port}/mcp`,
      isProtected: isProtected(settings),
      async close() {
        await listener.close();
        await answering.close();
      },
    };
  } catch (error) {
    await answering.close();
    throw error;
  }
}

interface Place extends Pick<ServeHttpOptions, 'host' | 'role' | 'isSse'> {
  /** The folder of the workspace. */
  root: string;
}

export type RemoteLimits = Pick<
  EndpointOptions,
  'maxSessions' | 'idleMs' | 'maxOpen' | 'drainMs' | 'now'
> &
  OidcOptions;

/** One listener for the tools and resources of one memory. */
export async function listenFor(
  answering: Answering,
  settings: RemoteSettings,
  { port, ...place }: Place & RemoteLimits & { port: number },
): Promise<Listener> {
  const { options, audit } = endpointOptions(answering, settings, place);
  const listener = await listen({ ...options, port });
  return { ...listener, close: () => listener.close().finally(() => audit?.close()) };
}

export interface MountOptions extends Omit<ServeHttpOptions, 'host' | 'port' | 'isSse'> {
  /** Called with each request. */
  onAsked(): void;
}

/**
 * The same endpoint for the worker's own server on this machine.
 *
 * @throws HookloomError for contradictory settings
 */
export async function mountMcp(options: MountOptions): Promise<Mounted & Pick<Endpoint, 'close'>> {
  const { env, role, onAsked } = options;
  const settings = readRemoteSettings(env, LOOPBACK);
  const { answering, root } = await open(options, settings);
  const place = { host: LOOPBACK, role, root };
  const { options: given, audit } = endpointOptions(answering, settings, place);
  const endpoint = createEndpoint(given);
  return {
    takes: isMcpPath,
    answer(request, response) {
      onAsked();
      endpoint.answer(request, response);
    },
    async close() {
      await endpoint.close();
      audit?.close();
      await answering.close();
    },
  };
}

const LOOPBACK = '127.0.0.1';

async function open(options: Omit<MountOptions, 'onAsked'>, settings: RemoteSettings) {
  const { env, profile, role, tools } = options;
  const workspace = withOwnSession(workspaceOf(options));
  const answering = await openAnswering({
    tools,
    workspace,
    profile: resolveProfile(profile, env),
    adminToken: settings.adminToken,
    isCaptured: isCaptureEnabled(env),
    env,
    role,
    needsAdminToken: isProtected(settings),
  });
  return { answering, root: workspace.root };
}

function isProtected({ token, oidc }: RemoteSettings): boolean {
  return token !== undefined || oidc !== undefined;
}

function endpointOptions(
  answering: Answering,
  settings: RemoteSettings,
  { role, root, cooldownMs, ...place }: Place & RemoteLimits,
): { options: EndpointOptions; audit: Audit | null } {
  const { rateLimit, auditFile } = settings;
  const limiter = rateLimit && createRateLimiter(rateLimit, place.now);
  const audit = auditFile === undefined ? null : openAudit(path.resolve(root, auditFile), nowIso);
  const options: EndpointOptions = {
    ...place,
    publicUrl: settings.publicUrl,
    sessionHeader: settings.sessionHeader,
    authenticate: createAuthenticate(settings, { cooldownMs }),
    ...(limiter !== undefined && { limit: (who) => limitedBy(limiter, who) }),
    ...(audit !== null && { onAnswered: (...asked) => record(audit, ...asked) }),
    metadata: (request) => metadataOf(request, settings),
    serverFor: (principal) => serverFor(principal, answering, role),
  };
  return { options, audit };
}

function serverFor(principal: Principal, answering: Answering, role: ServeHttpOptions['role']) {
  const { listed, dispatch, resources } = answering;
  const identity = {
    // Requests have no connection of their own, so those of one caller in one session count as one.
    connection: sha256Hex(keyOf(principal)).slice(0, 16),
    ...(role !== undefined && { role }),
  };
  return createMcpServer({
    version: VERSION,
    listed: async () => listed,
    async dispatch(name, args, caller, signal) {
      const answer = await dispatch(name, args, { ...caller, ...identity }, signal);
      if (answer.isError) noteReason(codeIn(answer.text));
      return answer;
    },
    resources,
    // The environment describes the client that started this process, not this caller.
    env: {},
    ...(principal.session !== undefined && { boundTo: principal.session }),
  });
}

const nowIso = (): string => new Date().toISOString();

function codeIn(text: string): string {
  const { error } = JSON.parse(text) as { error?: { code?: unknown } };
  return typeof error?.code === 'string' ? error.code : 'internal_error';
}

/** Failed tokens are counted by source address, because the caller is unknown. */
function limitedBy(
  limiter: RateLimiter,
  who: { subject: string } | { denied: string },
): Refusal | null {
  const wait = limiter.take('subject' in who ? who.subject : `address:${who.denied}`);
  if (wait === 0) return null;
  return {
    status: 429,
    code: 'rate_limited',
    message: 'You have sent too many requests.',
    remediation: `Wait ${wait} s, then call again.`,
    headers: { 'retry-after': String(wait) },
  };
}

const DENIED = ['permission_denied', 'rate_limited', 'not_found'];

/** A full disk must not stop the answers. The operator sees the error on standard error. */
function record(audit: Audit, request: IncomingMessage, status: number, note: RequestNote): void {
  try {
    audit.write(entryOf(request, status, note));
  } catch (error) {
    process.stderr.write(`The audit cannot be written (${String(error)}).\n`);
  }
}

function entryOf(request: IncomingMessage, status: number, note: RequestNote): AuditEntry {
  const { principal, tool, reason } = note;
  const isFine = reason === null && status < 400;
  const isDenied = reason !== null && DENIED.includes(reason);
  return {
    session_id: principal?.session ?? null,
    subject: principal?.subject ?? null,
    route: (request.url ?? '').split('?')[0]!,
    method: request.method ?? '',
    tool,
    outcome: isFine ? 'allowed' : isDenied ? 'denied' : 'failed',
    reason,
    client_host: request.socket.remoteAddress ?? '',
  };
}
