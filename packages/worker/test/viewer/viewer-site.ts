/** A real worker over one workspace, and the login that `hookloom viewer --open` gives a browser. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { cookieName } from '../../src/http/viewer-cookie.ts';
import type { Runtime } from '../../src/runtime.ts';
import { startWorker, type RunningWorker } from '../../src/up.ts';
import { NOW } from './recorded-workspace.ts';

export const VIEWER_FILES = path.resolve('packages/cli/dist/viewer');
const WAIT_MS = 20_000;

export interface Site {
  url: string;
  token: string;
  worker: RunningWorker;
  /** The workspace as the worker has it open. */
  runtime: Runtime;
  /** Logs a browser in. */
  cookie: { name: string; value: string; url: string };
  /** A code as `hookloom viewer` requests it. */
  code(): Promise<string>;
  ask<T>(path: string): Promise<T>;
  /** Waits until every possible note was made. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @param folder Contains the worker's state, a settings file and the home that it uses. */
export async function openSite(workspace: Workspace, folder: string): Promise<Site> {
  const home = path.join(folder, 'home');
  fs.mkdirSync(home, { recursive: true });
  const began = Date.now();
  const worker = await startWorker({
    workspace,
    env: { HOOKLOOM_STATE_DIR: path.join(folder, 'worker'), HOME: home },
    home,
    port: 0,
    compatiblePort: null,
    requireToken: true,
    hookFile: path.resolve('packages/cli/dist/hook.cjs'),
    now: () => NOW + (Date.now() - began),
  });
  const url = `http://127.0.0.1:${worker.port}`;
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const authorization = { authorization: `Bearer ${token}` };
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}${path}`, { headers: authorization })).json()) as T;
  const code = async (): Promise<string> => {
    const given = await fetch(`${url}/api/login/code`, { method: 'POST', headers: authorization });
    return ((await given.json()) as { code: string }).code;
  };
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: await code() }),
  });
  const name = cookieName(worker.port);
  const value = new RegExp(`${name}=([^;]+)`).exec(login.headers.get('set-cookie') ?? '')![1]!;
  const [open] = await worker.workspaces.all();
  return {
    url,
    token,
    worker,
    runtime: open!.runtime,
    cookie: { name, value, url },
    code,
    ask,
    async settled() {
      const end = Date.now() + WAIT_MS;
      for (;;) {
        const { depth } = await ask<{ depth: number }>('/api/pending-queue');
        if (depth === 0) return;
        if (Date.now() > end) throw new Error(`${depth} pieces of work still wait for a note.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => worker.close(),
  };
}
