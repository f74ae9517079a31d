/**
 * Sessions of revisions before 2026-07-28: created by `initialize`, usable only by their creator, limited in number,
 * and closed when idle.
 */
import {
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { keyOf, type Principal } from './principal.ts';

export interface LegacySessionsOptions {
  serverFor(principal: Principal): Server;
  /** Default: a monotonic clock. */
  now?: (() => number) | undefined;
  /** Default 512. */
  maxSessions?: number | undefined;
  /** Default 30 minutes. */
  idleMs?: number | undefined;
}

interface Held {
  transport: WebStandardStreamableHTTPServerTransport;
  server: Server;
  owner: string;
  subject: string;
  usedAt: number;
  /** Requests being answered, without the stream of notifications. */
  running: number;
  /** Open streams of notifications. */
  streams: number;
}

const MAX_SESSIONS = 512;
const IDLE_MS = 30 * 60_000;

export function createLegacySessions(options: LegacySessionsOptions) {
  const { maxSessions = MAX_SESSIONS, idleMs = IDLE_MS } = options;
  const { now = () => performance.now() } = options;
  const held = new Map<string, Held>();

  const drop = (id: string): void => {
    const session = held.get(id);
    if (session === undefined) return;
    held.delete(id);
    void session.transport.close().catch(() => {});
    void session.server.close().catch(() => {});
  };

  /**
   * Closes the longest idle session of the subject with the most, so that no one can displace the sessions of others.
   */
  function makeRoom(): boolean {
    if (held.size < maxSessions) return true;
    const counts = new Map<string, number>();
    for (const { subject } of held.values()) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    const most = Math.max(...counts.values());
    let victim: [string, Held] | null = null;
    for (const [id, session] of held) {
      if (session.running > 0 || counts.get(session.subject) !== most) continue;
      if (victim === null || session.usedAt < victim[1].usedAt) victim = [id, session];
    }
    if (victim === null) return false;
    drop(victim[0]);
    return true;
  }

  async function begin(request: Request, body: unknown, principal: Principal) {
    if (!makeRoom()) return 'full';
    const server = options.serverFor(principal);
    const session: Held = {
      server,
      transport: new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => void held.set(id, session),
        onsessionclosed: (id) => drop(id),
      }),
      owner: keyOf(principal),
      subject: principal.subject,
      usedAt: now(),
      running: 0,
      streams: 0,
    };
    await server.connect(session.transport);
    const response = await use(session, request, body);
    // An invalid message creates no session.
    if (session.transport.sessionId === undefined || !response.ok) await server.close();
    return response;
  }

  async function use(session: Held, request: Request, body: unknown): Promise<Response> {
    const kind = request.method === 'GET' ? 'streams' : 'running';
    session.usedAt = now();
    session[kind]++;
    let isDone = false;
    const done = (): void => {
      if (isDone) return;
      isDone = true;
      session[kind]--;
      session.usedAt = now();
    };
    try {
      const response = await session.transport.handleRequest(
        request,
        body === undefined ? {} : { parsedBody: body },
      );
      if (response.body === null) done();
      else return new Response(whenRead(response.body, done), response);
      return response;
    } catch (error) {
      done();
      throw error;
    }
  }

  return {
    /** Null if this caller has no such session. */
    async answer(
      request: Request,
      body: unknown,
      principal: Principal,
      sessionId: string | undefined,
    ): Promise<Response | 'unknown' | 'full'> {
      if (sessionId === undefined) return begin(request, body, principal);
      const session = held.get(sessionId);
      if (session === undefined || session.owner !== keyOf(principal)) return 'unknown';
      return use(session, request, body);
    },
    count: () => held.size,
    evictIdle() {
      for (const [id, { running, streams, usedAt }] of held)
        if (running === 0 && streams === 0 && now() - usedAt > idleMs) drop(id);
    },
    async close(): Promise<void> {
      const closing = [...held.values()].map(({ server }) => server.close().catch(() => {}));
      held.clear();
      await Promise.all(closing);
    },
  };
}

/** Forwards a body, and reports when it was read completely or aborted. */
function whenRead(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const read = await reader.read();
        if (!read.done) return controller.enqueue(read.value);
        done();
        controller.close();
      } catch (error) {
        done();
        controller.error(error);
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason).catch(() => {});
    },
  });
}
