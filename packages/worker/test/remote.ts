/** Serves a memory over HTTP on a free port of this machine, within the test's process. */
import http from 'node:http';
import type { Answering } from '../src/answering.ts';
import { createDispatch } from '../src/mcp/dispatch.ts';
import { createLifecycleCapture } from '../src/mcp/lifecycle-capture.ts';
import { listingOf } from '../src/mcp/profile.ts';
import { createResources } from '../src/mcp/resources.ts';
import { tools } from '../src/mcp/tools/index.ts';
import { listTool } from '../src/mcp/tools/list-tool.ts';
import { listenFor, type RemoteLimits } from '../src/remote/serve-http.ts';
import type { Environment } from '../src/remote/oidc-settings.ts';
import { readRemoteSettings } from '../src/remote/settings.ts';
import type { Runtime } from '../src/runtime.ts';

export const TOKEN = 'token-of-the-tests-0123';
export const ADMIN = 'admin-of-the-tests-0123';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The JSON of the body, or of the last event of a stream. */
  json: any;
}

export interface Asked {
  method?: string;
  path?: string;
  headers?: http.OutgoingHttpHeaders | readonly string[];
  body?: unknown;
}

export interface Remote {
  port: number;
  sessions(): number;
  evictIdle(): void;
  ask(asked: Asked): Promise<Answer>;
  /** One request of the revision 2026-07-28. */
  modern(method: string, params?: object, headers?: http.OutgoingHttpHeaders): Promise<Answer>;
  /** Calls a tool; the JSON of its text block. */
  call(tool: string, args?: object, headers?: http.OutgoingHttpHeaders): Promise<any>;
  /** Begins a session of an older revision; its id. */
  initialize(headers?: http.OutgoingHttpHeaders): Promise<string>;
  close(): Promise<void>;
}

export function answeringOf(runtime: Runtime, env: Environment = {}): Answering {
  const listing = listingOf('full', tools);
  const capture = createLifecycleCapture(runtime.store, runtime.workspace.session);
  return {
    listed: tools.map(listTool),
    dispatch: createDispatch({
      runtime,
      tools,
      listing,
      adminToken: env['MCP_ADMIN_TOKEN'],
      needsAdminToken: true,
      capture,
    }),
    resources: createResources({ runtime }),
    close: () => capture.flush(),
  };
}

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** As a client with the static token sends them. */
export function as(session: string, token = TOKEN): http.OutgoingHttpHeaders {
  return { authorization: `Bearer ${token}`, 'x-zaxy-session-id': session };
}

export async function remoteOf(
  answering: Answering,
  env: Environment = {},
  limits: RemoteLimits = {},
): Promise<Remote> {
  const host = '127.0.0.1';
  const settings = readRemoteSettings({ MCP_RATE_LIMIT_ENABLED: 'false', ...env }, host);
  const place = { host, port: 0, isSse: true, role: undefined, root: '/' };
  const listener = await listenFor(answering, settings, { ...place, ...limits });
  const { port } = listener;
  const ask = (asked: Asked) => askPort(port, asked);
  const modern: Remote['modern'] = (method, params = {}, headers = {}) => {
    const { name, uri } = params as { name?: string; uri?: string };
    return ask({
      headers: {
        ...JSON_HEADERS,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...((name ?? uri) !== undefined && { 'mcp-name': name ?? uri }),
        ...headers,
      },
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
    });
  };
  return {
    ...listener,
    ask,
    modern,
    async call(name, args = {}, headers) {
      const { json, text, status } = await modern('tools/call', { name, arguments: args }, headers);
      if (json?.result === undefined) throw new Error(`${status} ${text}`);
      return JSON.parse(json.result.content[0].text);
    },
    async initialize(headers = {}) {
      const answer = await ask({ headers: { ...JSON_HEADERS, ...headers }, body: INITIALIZE });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.headers['mcp-session-id'] as string;
    },
    async close() {
      await listener.close();
      await answering.close();
    },
  };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

const agent = new http.Agent({ keepAlive: true });

export function askPort(port: number, { method = 'POST', path = '/mcp', headers, body }: Asked) {
  return new Promise<Answer>((resolve, reject) => {
    const list = headers ?? JSON_HEADERS;
    const request = http.request(
      { host: '127.0.0.1', port, method, path, agent, headers: list as http.OutgoingHttpHeaders },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: jsonOf(text),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

function jsonOf(text: string): any {
  const last = [...text.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] ?? text;
  try {
    return JSON.parse(last);
  } catch {
    return undefined;
  }
}
