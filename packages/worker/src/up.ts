/** The worker of one workspace: a first `hookloom up`, loopback only. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/config/workspace';
import { openJsonlStore } from '@hookloom/log';
import { privateStateDir } from '@hookloom/hooks/state/state-dir';
import { hookRoutes } from './http/hook-routes.ts';
import { startServer, type Route, type RunningServer } from './http/server.ts';
import { loadToken, tokenFile } from './http/token.ts';
import { VERSION } from './version.ts';

/** The documented port of the dispatchers of seeds/004. */
export const COMPATIBLE_PORT = 8765;
/** Default of `--port`. */
export const WORKER_PORT = 37_777;

export interface UpOptions {
  workspace: Workspace;
  env: Record<string, string | undefined>;
  home: string | null;
  port: number;
  /** Open this port beside the main one; null: no. */
  compatiblePort: number | null;
  requireToken: boolean;
  /** The hook file, which supervises work that outlives a request. */
  hookFile: string;
  now(): number;
}

export interface RunningWorker {
  port: number;
  compatiblePort: number | null;
  tokenFile: string;
  close(): Promise<void>;
}

/**
 * Opens the ports and answers hooks until it is closed.
 *
 * @throws HookloomError `conflict` for a taken port; nothing stays open then.
 */
export async function startWorker(options: UpOptions): Promise<RunningWorker> {
  const { workspace, env, home, now } = options;
  const { eventloomDir: dir, session } = workspace;
  const projectDir = fs.realpathSync(workspace.root);
  const stateDir = privateStateDir(env);
  const store = openJsonlStore({ dir });
  const detach = { node: process.execPath, file: options.hookFile, target: { dir, session } };
  const routes: Route[] = [
    ...hookRoutes({ store, dir, session, projectDir, env, home, stateDir, detach, now }),
    ...healthRoutes(workspace),
  ];
  const access = { token: loadToken(stateDir), requireToken: options.requireToken };
  const servers: RunningServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
    await store.close();
  };
  try {
    servers.push(await startServer({ routes, access, port: options.port }));
    if (options.compatiblePort !== null)
      servers.push(await startServer({ routes, access, port: options.compatiblePort }));
  } catch (error) {
    await close();
    throw error;
  }
  const [main, compatible] = servers;
  return {
    port: main!.port,
    compatiblePort: compatible?.port ?? null,
    tokenFile: tokenFile(stateDir),
    close,
  };
}

function healthRoutes({ domain }: Workspace): Route[] {
  const alive = { status: 'ok', version: VERSION, domain: path.basename(domain) };
  return ['/health', '/healthz'].map((route) => ({
    method: 'GET' as const,
    path: route,
    access: 'open' as const,
    handle: () => Promise.resolve({ status: 200, json: alive }),
  }));
}
