// The official clients against the product's server with a token: both SDKs, every transport and era, and the inspector.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { served } from './lab.mjs';

export const PACKAGES = [
  '@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/client@2.4.0',
  '@modelcontextprotocol/inspector@2.12.0',
];
const TOKEN = 'token-of-the-official-clients';
const ME = { name: 'official', version: '1' };
const DECISION = { title: 'Lamps burn oil', rationale: 'gas is dear' };
const QUERY = 'What do lamps burn?';
const headersOf = (token, session) => ({
  authorization: `Bearer ${token}`,
  'x-zaxy-session-id': session,
});

/** Runs each of them, prints one line for each, and returns how many failed. */
export async function runClients({ work, modules, node }) {
  const server = await served(work, 'sse', TOKEN);
  const load = (name) => {
    const { resolve } = createRequire(path.join(work, 'package.json'));
    return import(pathToFileURL(resolve(name)).href);
  };
  let failed = 0;
  const check = async (title, run) => {
    try {
      await run();
      console.log(`ok    ${title}`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${title}: ${error.message}`);
    }
  };
  try {
    for (const [name, open] of await connections(server.url, load)) {
      const session = name.replaceAll(/[^a-z0-9]+/gi, '-');
      await check(`${name}: lists, appends and gets it back with a citation`, async () => {
        const client = await open(headersOf(TOKEN, session));
        await useMemory(client, session);
        await client.close();
      });
      await check(`${name}: is refused with a wrong token`, () =>
        assert.rejects(
          async () => open(headersOf(`${TOKEN}x`, session)),
          /401|nauthorized|The token is not valid/,
        ),
      );
    }
    for (const one of INSPECTIONS)
      await check(`inspector: ${one.title}`, () =>
        inspect({ node, modules, work, url: server.url, ...one }),
      );
  } finally {
    await server.stop();
  }
  return failed;
}

/**
 * The name of each client, and a function that connects it with these headers.
 *
 * @returns {Promise<[string, (headers: Record<string, string>) => Promise<any>][]>}
 */
async function connections(url, load) {
  const v1 = await load('@modelcontextprotocol/sdk/client/index.js');
  const v1Http = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const v1Sse = await load('@modelcontextprotocol/sdk/client/sse.js');
  const v2 = await load('@modelcontextprotocol/client');
  const connected = async (client, transport) => {
    await client.connect(transport);
    return client;
  };
  const overSse = new URL('/sse', url);
  return [
    [
      'SDK v1 over Streamable HTTP',
      (headers) =>
        connected(
          new v1.Client(ME),
          new v1Http.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
        ),
    ],
    [
      'SDK v1 over SSE',
      (headers) =>
        connected(
          new v1.Client(ME),
          new v1Sse.SSEClientTransport(overSse, {
            requestInit: { headers },
            eventSourceInit: {
              fetch: (input, init) =>
                fetch(input, { ...init, headers: { ...init?.headers, ...headers } }),
            },
          }),
        ),
    ],
    ...['legacy', 'auto', { pin: '2026-07-28' }].map((mode) => [
      `SDK v2 over Streamable HTTP, ${mode.pin ?? mode}`,
      (headers) =>
        connected(
          new v2.Client(ME, { versionNegotiation: { mode } }),
          new v2.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
        ),
    ]),
  ];
}

async function useMemory(client, session) {
  const { tools } = await client.listTools();
  assert.ok(
    tools.some(({ name }) => name === 'memory_checkout'),
    'no memory_checkout',
  );
  const call = async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    assert.notEqual(isError, true, content[0].text);
    return content[0].text;
  };
  const event = { event_type: 'decision.made', actor: 'assistant', payload: DECISION };
  await call('memory_append', event);
  const answer = await call('memory_checkout', { query: QUERY });
  assert.match(answer, /Lamps burn oil/);
  assert.ok(answer.includes(`eventloom://${session}/events/`), 'nothing is cited');
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.length > 0, 'no prompts');
  const { resources } = await client.listResources();
  assert.ok(Array.isArray(resources));
}

const CALL = ['--method', 'tools/call', '--tool-name', 'memory_query'];
const ARGS = ['--tool-args-json', JSON.stringify({ query: QUERY })];
const INSPECTIONS = [
  {
    title: 'lists strictly, legacy',
    args: ['--protocol-era', 'legacy', '--method', 'tools/list', '--strict'],
  },
  {
    title: 'lists strictly, modern',
    args: ['--protocol-era', 'modern', '--method', 'tools/list', '--strict'],
  },
  { title: 'calls a tool, modern', args: ['--protocol-era', 'modern', ...CALL, ...ARGS] },
  { title: 'lists over SSE', args: ['--method', 'tools/list'], transport: 'sse' },
  {
    title: 'reports a missing tool',
    args: ['--method', 'tools/call', '--tool-name', 'no_such_tool'],
    exit: 5,
  },
  { title: 'reports a wrong token', args: ['--method', 'tools/list'], token: `${TOKEN}x`, exit: 3 },
];

async function inspect({
  node,
  modules,
  work,
  url,
  args,
  transport = 'http',
  token = TOKEN,
  exit = 0,
}) {
  const cli = path.join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const address = transport === 'sse' ? new URL('/sse', url).href : url;
  const headers = Object.entries(headersOf(token, 'inspector')).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const line = [
    cli,
    '--cli',
    '--server-url',
    address,
    '--transport',
    transport,
    ...headers,
    ...args,
    '--format',
    'json',
    '-q',
  ];
  const env = { PATH: `${path.dirname(node)}:${process.env.PATH}`, HOME: work };
  const { code, said } = await promisify(execFile)(node, line, { cwd: work, env, timeout: 60_000 })
    .then(({ stdout }) => ({ code: 0, said: stdout }))
    .catch((error) => ({ code: error.code, said: `${error.stderr}${error.stdout}` }));
  assert.equal(code, exit, said.slice(0, 400));
}
