/** A server with routes over one real workspace in a temporary folder. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { Route } from '../src/http/route.ts';
import { startServer, type RunningServer } from '../src/http/server.ts';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import type { Workspaces } from '../src/workspaces/workspaces.ts';
import { oneWorkspace } from './one-workspace.ts';

export interface Reporting {
  root: string;
  dir: string;
  session: string;
  runtime: Runtime;
  workspaces: Workspaces;
  call(
    method: string,
    route: string,
    body?: unknown,
  ): Promise<{ status: number; text: string; json: any }>;
  /** Types of the events in the log, in order. */
  types(): string[];
  close(): Promise<void>;
}

export async function startReporting(
  routes: (workspaces: Workspaces) => Route[],
): Promise<Reporting> {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-report-'));
  const root = path.join(base, 'shop');
  fs.mkdirSync(root);
  const workspace = resolveWorkspace({ cwd: root, env: {} });
  const runtime = await openRuntime(workspace, { stateDir: path.join(base, 'state') });
  const workspaces = oneWorkspace(runtime);
  const access = { token: 'test-token', requireToken: true };
  const server: RunningServer = await startServer({ routes: routes(workspaces), access, port: 0 });
  return {
    root,
    dir: workspace.eventloomDir,
    session: workspace.session,
    runtime,
    workspaces,
    async call(method, route, body) {
      const response = await fetch(`http://127.0.0.1:${server.port}${route}`, {
        method,
        headers: { authorization: 'Bearer test-token', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
      return {
        status: response.status,
        text,
        json: isJson && text !== '' ? JSON.parse(text) : null,
      };
    },
    types() {
      const file = path.join(workspace.eventloomDir, `${workspace.session}.jsonl`);
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { type: string }).type)
        .filter((type) => type !== 'memory.reminder.suggested');
    },
    async close() {
      await server.close();
      await runtime.close();
      fs.rmSync(base, { recursive: true, force: true });
    },
  };
}
