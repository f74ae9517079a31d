/** Whether the worker is there, ready and the one that is meant, and what it has done (claude-mem.md §5.1, §5.3). */
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';
import { isNonce, PROOF_PATH, proofOf } from '../life/proof.ts';
import { VERSION } from '../version.ts';
import { notesOf } from '../workspaces/known-session.ts';
import type { OpenWorkspace } from '../workspaces/workspaces.ts';
import type { Route } from './server.ts';
import type { WorkerState } from './worker-state.ts';

/** A session that was seen so lately counts as active. */
const ACTIVE_MS = 30 * 60_000;

export function healthRoutes(state: WorkerState): Route[] {
  const { workspaces, hub, now, startedAt } = state;
  const activeSessions = (): number => workspaces.activeSessions(ACTIVE_MS);
  const uptime = (): number => Math.round((now() - startedAt) / 1000);
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
    get('/api/processing-status', async () => hub.processing),
    get('/api/stats', async () => ({
      worker: {
        version: VERSION,
        uptime: uptime(),
        activeSessions: activeSessions(),
        sseClients: hub.listeners(),
        port: state.port(),
      },
      database: await databaseStats(await workspaces.all(), state.stateDir),
    })),
  ];
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

interface DatabaseStats {
  path: string;
  size: number;
  observations: number;
  sessions: number;
  summaries: number;
  prompts: number;
  firstObservationAt: string | null;
}

/** Over all workspaces; one that cannot be opened counts nothing. */
async function databaseStats(all: OpenWorkspace[], stateDir: string): Promise<DatabaseStats> {
  const files = all.map(({ workspace }) =>
    path.join(workspace.eventloomDir, 'projections', 'memory.sqlite'),
  );
  const sum: DatabaseStats = {
    path: files.length === 1 ? files[0]! : stateDir,
    size: files.reduce((size, file) => size + sizeOf(file), 0),
    observations: 0,
    sessions: 0,
    summaries: 0,
    prompts: 0,
    firstObservationAt: null,
  };
  for (const { runtime, workspace } of all) {
    const counts = await (await notesOf(runtime))?.counts(workspace.session);
    if (counts === undefined) continue;
    for (const kind of ['observations', 'sessions', 'summaries', 'prompts'] as const)
      sum[kind] += counts[kind];
    const { firstObservationAt: first } = counts;
    if (first !== null && (sum.firstObservationAt === null || first < sum.firstObservationAt))
      sum.firstObservationAt = first;
  }
  return sum;
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
