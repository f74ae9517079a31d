/** Whether the worker runs, is ready and is the expected one, and what it has done. */
import { VERSION, invalidRequest } from '@hookloom/core';
import { isNonce, PROOF_PATH, proofOf } from '../life/proof.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WorkerStats } from './notes/stats.ts';
import { text } from './parameters.ts';
import { defineRoute, type Place, type Route } from './route.ts';
import type { WorkerState } from './worker-state.ts';

/** A session seen within this time counts as active. */
const ACTIVE_MS = 30 * 60_000;

export function healthRoutes(state: WorkerState): Route[] {
  const { workspaces, hub, now } = state;
  const uptime = (): number => secondsUp(state);
  const activeSessions = (): number => workspaces.activeSessions(ACTIVE_MS);
  return [
    open('GET /healthz', 'Returns whether the worker is running.', () => ({ status: 'ok' })),
    open('GET /health', 'Returns the same, with the process id.', () => ({
      status: 'ok',
      timestamp: now(),
      activeSessions: activeSessions(),
      pid: process.pid,
    })),
    open('GET /api/version', 'Returns the version.', () => ({ version: VERSION })),
    open('GET /api/readiness', 'Returns whether it is ready.', () => ({
      status: 'ready',
      mcpReady: true,
    })),
    defineRoute({
      route: `GET ${PROOF_PATH}`,
      access: 'open',
      does: 'Proves that this is the worker of this installation.',
      query: { nonce: text() },
      json: async ({ query: { nonce = '' }, request }) => {
        if (!isNonce(nonce)) throw invalidRequest('Missing nonce.', 'Send 22 to 64 characters.');
        const proof = proofOf(state.token, request.socket.localPort ?? 0, nonce);
        return { proof, pid: process.pid, version: VERSION };
      },
    }),
    defineRoute({
      route: 'GET /api/health',
      does: 'Returns the complete state of the worker.',
      json: async () => ({
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
      }),
    }),
  ];
}

/** Not part of the table unless metrics are on. */
export function metricsRoute({ metrics }: { metrics: Metrics }): Route {
  return defineRoute({
    route: 'GET /metrics',
    access: 'private',
    does: 'Returns metrics in the Prometheus format, only with `HOOKLOOM_METRICS_ENABLED=true`.',
    reply: async () => ({ status: 200, text: await metrics.text(), type: metrics.type }),
  });
}

/** The worker's own statistics, in the documented place for those of a database. */
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

function open(route: Place, does: string, answer: () => unknown): Route {
  return defineRoute({ route, access: 'open', does, json: async () => answer() });
}
