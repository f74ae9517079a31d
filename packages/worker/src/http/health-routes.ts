/** Whether the worker runs, is ready and is the expected one, and what it has done. */
import { HookloomError } from '@hookloom/core/errors';
import { isNonce, PROOF_PATH, proofOf } from '../life/proof.ts';
import { VERSION } from '../version.ts';
import type { WorkerStats } from './notes/stats.ts';
import type { Route } from './server.ts';
import type { WorkerState } from './worker-state.ts';

/** A session seen within this time counts as active. */
const ACTIVE_MS = 30 * 60_000;

export function healthRoutes(state: WorkerState): Route[] {
  const { workspaces, hub, now } = state;
  const uptime = (): number => secondsUp(state);
  const activeSessions = (): number => workspaces.activeSessions(ACTIVE_MS);
  return [
    open('/healthz', () => ({ status: 'ok' })),
    open('/health', () => ({
      status: 'ok',
      timestamp: now(),
      activeSessions: activeSessions(),
      pid: process.pid,
    })),
    open('/api/version', () => ({ version: VERSION })),
    open('/api/readiness', () => ({ status: 'ready', mcpReady: true })),
    {
      method: 'GET',
      path: PROOF_PATH,
      access: 'open',
      handle: async ({ query, request }) => {
        const nonce = query.get('nonce') ?? '';
        if (!isNonce(nonce))
          throw new HookloomError('invalid_request', 'No nonce.', 'Send 22 to 64 characters.');
        const proof = proofOf(state.token, request.socket.localPort ?? 0, nonce);
        return { status: 200, json: { proof, pid: process.pid, version: VERSION } };
      },
    },
    get('/api/health', async () => ({
      status: 'ok',
      version: VERSION,
      uptime: uptime(),
      managed: state.canRestart,
      hasIpc: false,
      platform: process.platform,
      pid: process.pid,
      initialized: true,
      mcpReady: true,
      dependencies: { degraded: false, statuses: [] },
      queue: hub.processing,
      rss: process.memoryUsage.rss(),
      workspaces: { open: workspaces.openCount() },
    })),
  ];
}

/** The worker's own figures, in the documented place for those of databases. */
export function workerStats(state: WorkerState): WorkerStats {
  return {
    version: VERSION,
    uptime: secondsUp(state),
    activeSessions: state.workspaces.activeSessions(ACTIVE_MS),
    sseClients: state.hub.listeners(),
    port: state.port(),
  };
}

function secondsUp({ now, startedAt }: WorkerState): number {
  return Math.round((now() - startedAt) / 1000);
}

function open(route: string, answer: () => unknown): Route {
  return { ...get(route, async () => answer()), access: 'open' };
}

function get(route: string, answer: () => Promise<unknown>): Route {
  return {
    method: 'GET',
    path: route,
    handle: async () => ({ status: 200, json: await answer() }),
  };
}
