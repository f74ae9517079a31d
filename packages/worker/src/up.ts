/** Composes the worker of an installation: its workspaces, its ports and its routes. Loopback only. */
import type { Background } from './background.ts';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { invalidRequest, isHookloomError } from '@hookloom/core';
import { keepWatchers, type KeepRequest } from './capture/revive.ts';
import { privateStateDir } from '@hookloom/hooks';
import { adminRoutes } from './http/admin-routes.ts';
import { contextRoutes } from './http/context/context-routes.ts';
import { healthRoutes, metricsRoute, workerStats } from './http/health-routes.ts';
import { hookRoutes } from './http/hook-routes.ts';
import { noteRoutes } from './http/notes/index.ts';
import { queueRoutes } from './http/queue-routes.ts';
import type { Admitted, Route } from './http/route.ts';
import { startServer, type RunningServer, type ServerOptions } from './http/server.ts';
import { sessionRoutes } from './http/sessions/index.ts';
import { createStreamHub, type StreamHub } from './http/stream-hub.ts';
import { streamRoute } from './http/stream-route.ts';
import { loadToken, tokenFile } from './life/token.ts';
import type { StopReason, WorkerState } from './http/worker-state.ts';
import { openWorkerLog } from './life/worker-log.ts';
import { retentionIn, settingsReader } from './settings/settings.ts';
import { viewerRoutes } from './http/viewer/index.ts';
import { keepPublished } from './keep-published.ts';
import { keepSynced } from './team/keep-synced.ts';
import { teamFigures } from './team/team-figures.ts';
import { startTelemetry, type Telemetry } from './telemetry/start.ts';
import { keepNotes } from './note-keeping.ts';
import { within } from './within.ts';
import { openWorkspaces } from './workspaces/open-workspaces.ts';
import type { Workspaces } from './workspaces/workspaces.ts';

/** The documented port of hook dispatchers. */
export const COMPATIBLE_PORT = 8765;

export interface UpOptions {
  /** The workspace for payloads without a folder. Null: such payloads are refused. */
  workspace: Workspace | null;
  env: Record<string, string | undefined>;
  home: string | null;
  port: number;
  /** Use the next free port if this one is in use. */
  isPortFlexible?: boolean;
  /** Open this port in addition to the main one; null for none. */
  compatiblePort: number | null;
  requireToken: boolean;
  /** The hook program, which supervises work that outlives a request. */
  hookFile: string;
  /** The path of the command, to restart watchers. If absent, they are not restarted. */
  bin?: string;
  now(): number;
  /** Work in addition to the worker's own. */
  background?: () => Background[];
  /** Called when a caller asks the worker to stop. If absent, stopping is not allowed. */
  stop?: (reason: StopReason) => void;
  canRestart?: boolean;
}

export interface RunningWorker {
  port: number;
  compatiblePort: number | null;
  tokenFile: string;
  /** In matching order. */
  routes: readonly Route[];
  workspaces: Workspaces;
  hub: StreamHub;
  /** Since when it is idle; null while a request, work or a listener is active. */
  idleSince(): number | null;
  log(message: string): void;
  /** Waits for running requests, then for background work, then closes the workspaces. */
  close(): Promise<void>;
}

/** When the worker ends, a request that takes longer is aborted. */
const DRAIN_MS = 10_000;
/** How many ports above the wanted one are tried before any free one is used. */
const NEXT_PORTS = 20;

/**
 * Opens the ports and answers until it is closed.
 *
 * @throws HookloomError `conflict` for a port in use. All ports are then closed
 */
export async function startWorker(options: UpOptions): Promise<RunningWorker> {
  const { env, home, now, hookFile } = options;
  const stateDir = privateStateDir(env);
  const token = loadToken(stateDir);
  const settings = settingsReader(stateDir, env);
  const level = () => settings()['CLAUDE_MEM_LOG_LEVEL']!;
  const log = openWorkerLog({ stateDir, now, secrets: [token], level });
  const workspaces = openWorkspaces({ stateDir, env, now });
  const hub = createStreamHub({ now });
  const servers: RunningServer[] = [];
  let routes: Route[] = [];
  let running = 0;
  let askedAt = now();
  const background: Background[] = options.background?.() ?? [];
  let mounted: Awaited<ReturnType<typeof mountedMcp>>;
  let telemetry: Telemetry | undefined;
  const close = async (): Promise<void> => {
    hub.close();
    await mounted?.close();
    await within(DRAIN_MS, Promise.all(servers.map((server) => server.close())));
    for (const server of servers) server.drop();
    await Promise.allSettled(background.map((one) => one.close()));
    await workspaces.close();
    await within(DRAIN_MS, Promise.resolve(telemetry?.close()));
  };
  const state: WorkerState = {
    workspaces,
    hub,
    log,
    stateDir,
    env,
    token,
    now,
    stop: options.stop,
    startedAt: now(),
    port: () => servers[0]?.port ?? 0,
    canRestart: options.canRestart ?? false,
  };
  try {
    const { workspace } = options;
    telemetry = await startTelemetry(env, () => teamFigures(workspaces, stateDir));
    const { metrics } = telemetry;
    const notes = keepNotes(state);
    background.push(notes.background);
    const say = (message: string): void => log.write('INFO', message);
    background.push(keepPublished({ workspaces, stateDir, env, say }));
    background.push(keepSynced({ workspaces, stateDir, say }));
    if (options.bin !== undefined) background.push(watcherKeeper({ env, bin: options.bin, now }));
    const fallback = workspace === null ? null : await workspaces.add(workspace);
    routes = [
      ...sessionRoutes(notes.sessions),
      ...noteRoutes(workspaces, () => workerStats(state)),
      ...contextRoutes(notes.sessions),
      ...queueRoutes(notes.queue, workspaces, notes.sessions.processing),
      ...hookRoutes({ workspaces, fallback, env, home, stateDir, hookFile, now, settings }),
      ...healthRoutes(state),
      ...(metrics === null ? [] : [metricsRoute({ metrics })]),
      ...adminRoutes(state),
      streamRoute(workspaces, hub),
      ...viewerRoutes(
        workspaces,
        path.join(path.dirname(hookFile), 'viewer'),
        retentionIn(stateDir),
      ),
    ].map((route) => ({
      ...route,
      async reply(admitted: Admitted, query: URLSearchParams) {
        running++;
        try {
          return await route.reply(admitted, query);
        } finally {
          running--;
          askedAt = now();
        }
      },
    }));
    mounted = await mountedMcp(env, () => (askedAt = now()));
    const server: ServerOptions = {
      routes,
      mounted,
      access: { token, requireToken: options.requireToken, now },
      port: options.port,
      onDefect: (path, error) => log.write('ERROR', `${path}: ${String(error)}`),
    };
    servers.push(await listen(server, options.isPortFlexible ?? false));
    if (options.compatiblePort !== null)
      servers.push(await startServer({ ...server, port: options.compatiblePort }));
  } catch (error) {
    await close();
    throw error;
  }
  const [main, compatible] = servers;
  return {
    port: main!.port,
    compatiblePort: compatible?.port ?? null,
    tokenFile: tokenFile(stateDir),
    routes,
    workspaces,
    hub,
    idleSince: () =>
      running > 0 || hub.listeners() > 0 || background.some((one) => one.isBusy()) ? null : askedAt,
    log: (message) => log.write('INFO', message),
    close,
  };
}

/** Memory over MCP at `/mcp`, if a setting names the project. Loaded only then. */
async function mountedMcp(env: UpOptions['env'], onAsked: () => void) {
  const folder = env['HOOKLOOM_MCP_MOUNT'] ?? '';
  if (folder === '') return undefined;
  if (!path.isAbsolute(folder))
    throw invalidRequest(
      'HOOKLOOM_MCP_MOUNT is not a full path.',
      'Name the folder of the project from the root, such as /srv/memory.',
    );
  const [{ mountMcp }, { tools }] = await Promise.all([
    import('./remote/serve-http.ts'),
    import('./mcp/tools/index.ts'),
  ]);
  const given = { eventloomPath: undefined, sessionId: undefined, domain: undefined };
  const unset = { ...given, profile: undefined, role: undefined };
  return mountMcp({ ...unset, cwd: folder, env, tools, onAsked });
}

/** A watcher of session files does not keep the worker from its idle shutdown: a session start restarts it. */
function watcherKeeper(request: KeepRequest): Background {
  const kept = keepWatchers(request);
  return { isBusy: () => false, close: async () => kept.close() };
}

/** On the wanted port, or on the next free one. */
async function listen(options: ServerOptions, isFlexible: boolean): Promise<RunningServer> {
  const last = isFlexible ? Math.min(options.port + NEXT_PORTS, 65_535) : options.port;
  for (let port = options.port; ; port = port === last ? 0 : port + 1) {
    try {
      return await startServer({ ...options, port });
    } catch (error) {
      const isTaken = isHookloomError(error) && error.code === 'conflict';
      if (!isFlexible || !isTaken || port === 0) throw error;
    }
  }
}
