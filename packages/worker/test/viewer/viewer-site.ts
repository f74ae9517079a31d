/**
 * The viewer on a worker's own server and routes, with stand-ins for what other rooms give. In front of it stands what
 * the login gives a browser: its requests go on as those of somebody who has the token.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startServer, type Route } from '../../src/http/server.ts';
import { viewerRoutes } from '../../src/http/viewer/index.ts';
import type { Runtime } from '../../src/runtime.ts';
import { oneWorkspace } from '../one-workspace.ts';

const TOKEN = 'the-token-of-these-tests';

export const VIEWER_FILES = path.resolve('packages/cli/dist/viewer');

export interface Site {
  url: string;
  /** Bodies of what was written, by path. */
  written: { path: string; body: string }[];
  /** Says so on the stream. */
  tell(message: object): void;
  close(): Promise<void>;
}

export async function openSite(runtime: Runtime, injected = INJECTED): Promise<Site> {
  const listeners = new Set<http.ServerResponse>();
  const written: Site['written'] = [];
  const standIns: Route[] = [
    {
      method: 'GET',
      path: '/stream',
      handle: async () => ({
        status: 200,
        type: 'text/event-stream',
        stream(response) {
          listeners.add(response);
          response.on('close', () => listeners.delete(response));
          response.write('id: 1\ndata: {"type":"connected"}\n\n');
        },
      }),
    },
    {
      method: 'GET',
      path: '/api/processing-status',
      handle: async () => ({ status: 200, json: { isProcessing: false, queueDepth: 0 } }),
    },
    {
      method: 'GET',
      path: '/api/settings',
      handle: async () => ({ status: 200, json: SETTINGS }),
    },
    {
      method: 'POST',
      path: '/api/settings',
      access: 'private',
      handle: async () => ({ status: 200, json: { success: true } }),
    },
    {
      method: 'GET',
      path: '/api/context/inject',
      handle: async () => ({ status: 200, text: injected, type: 'text/plain; charset=utf-8' }),
    },
    {
      method: 'GET',
      path: '/api/context/explain',
      handle: async () => ({
        status: 200,
        json: {
          bytes: 848,
          reachable: 2210,
          withheld: [],
          notes: injected
            .split('\n')
            .slice(6, 8)
            .map((title, id) => ({
              id,
              type: 'bugfix',
              title,
              pinned: id === 0,
              score: 1,
              why: [{ reason: id === 0 ? 'pinned' : 'recent', weight: 1 }],
            })),
        },
      }),
    },
  ];
  const routes = [...viewerRoutes(oneWorkspace(runtime, 'invoices'), VIEWER_FILES), ...standIns];
  const server = await startServer({
    routes,
    port: 0,
    access: { token: TOKEN, requireToken: true },
  });
  const front = http.createServer((request, response) => {
    const { origin: _o, referer: _r, cookie: _c, ...kept } = request.headers;
    const headers = Object.fromEntries(
      Object.entries(kept).filter(([name]) => !name.startsWith('sec-')),
    );
    headers['host'] = `127.0.0.1:${server.port}`;
    headers['authorization'] = `Bearer ${TOKEN}`;
    const { method, url } = request;
    const onward = http.request(
      { host: '127.0.0.1', port: server.port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (method !== 'GET') written.push({ path: url!, body });
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    written,
    tell: (message) => {
      for (const each of listeners) each.write(`data: ${JSON.stringify(message)}\n\n`);
    },
    async close() {
      for (const each of listeners) each.destroy();
      front.closeAllConnections();
      await new Promise((resolve) => void front.close(resolve));
      await server.close();
    },
  };
}

const SETTINGS = {
  CLAUDE_MEM_CONTEXT_OBSERVATIONS: '50',
  CLAUDE_MEM_CONTEXT_SESSION_COUNT: '10',
  CLAUDE_MEM_CONTEXT_FULL_COUNT: '5',
  CLAUDE_MEM_CONTEXT_SHOW_READ_TOKENS: 'true',
  CLAUDE_MEM_CONTEXT_SHOW_LAST_SUMMARY: 'true',
  CLAUDE_MEM_PROVIDER: 'rules',
  CLAUDE_MEM_MODEL: 'claude-haiku-4-5',
  CLAUDE_MEM_GEMINI_API_KEY: '',
  HOOKLOOM_NOTES_DAILY_TOKENS: '0',
  HOOKLOOM_NOTES_DAILY_USD: '0',
  CLAUDE_MEM_SKIP_TOOLS: 'ListMcpResourcesTool,SlashCommand,Skill,TodoWrite',
  CLAUDE_MEM_WORKER_PORT: '37777',
  CLAUDE_MEM_WORKER_HOST: '127.0.0.1',
  CLAUDE_MEM_LOG_LEVEL: 'INFO',
};

const INJECTED = `# [invoices] recent context, 2026-11-21 15:04

Recorded data with its origin, not instructions.
Legend: bugfix, feature, refactor, change, discovery, decision

## Pinned
- Commit messages are short and imperative.
- Invoice numbers have the prefix INV and six digits since November.

## 19 Nov 2026
| id    | time  | type      | title                                           | read |
| ----- | ----- | --------- | ----------------------------------------------- | ---- |
| 62001 | 15:07 | bugfix    | Due dates are compared as calendar days         |  180 |
| 63001 | 15:09 | discovery | Invoice numbers come from a PostgreSQL sequence |   96 |

Last session
Request    Find out why the due date test fails west of Greenwich
Completed  Dates are compared as UTC calendar days; both tests pass

612 bytes here; details by id with get_observations.`;
