import { invalidRequest } from '@hookloom/core';
import type { CommandContext } from '../command/context.ts';
import { defineCommand, type OptionValues } from '../command/definition.ts';
import { ownFiles } from '../install/own-files.ts';
import { ONLY_CONNECTED } from '../install/mcp-servers/entry.ts';
import { isConnectedHere } from '../install/project-mark.ts';
import {
  choice,
  flag,
  integer,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';

const options = {
  profile: choice('--profile <name>', 'tools to list (default: MCP_TOOL_PROFILE, else core)', [
    'core',
    'full',
  ]),
  role: choice('--role <name>', 'in missions: a worker may only use its own --session-id', [
    'coordinator',
    'worker',
  ]),
  onlyConnected: flag(ONLY_CONNECTED, 'offer no tools in a folder that is not connected'),
  transport: choice('--transport <name>', 'how clients connect (default: stdio)', [
    'stdio',
    'http',
    'sse',
  ]),
  host: text('--host <address>', 'http: address to listen on (default: 127.0.0.1)'),
  port: integer(
    '--port <n>',
    'http: port to listen on; 0: any free one (default: 8080)',
    [0, 65_535],
  ),
  ...jsonOption,
  ...sessionOption,
  ...workspaceOptions,
};

export const command = defineCommand({
  name: 'serve',
  summary: 'Run the MCP server, on standard input and output or over HTTP.',
  description:
    'A client starts this command from its settings, and it exits with the client: standard output is reserved for the protocol. With --transport http it serves clients over HTTP at /mcp until Ctrl-C; sse adds /sse and /messages for old clients. Without MCP_REMOTE_AUTH_TOKEN_FILE only programs of your own user on this machine may connect.',
  options,
  examples: {
    'hookloom serve --profile full': 'list every tool',
    'hookloom serve --transport http --port 8080':
      'serve your own programs at http://127.0.0.1:8080/mcp',
  },
  async run({ options, context }) {
    const { transport = 'stdio' } = options;
    if (transport !== 'stdio') return serveRemote(options, context);
    if (options.host !== undefined || options.port !== undefined)
      throw invalidRequest(
        'Standard input and output has neither a host nor a port.',
        'Add --transport http.',
      );
    const { serve } = await import('@hookloom/worker');
    const { eventloomPath, sessionId, domain, profile, role } = options;
    const { bin } = ownFiles();
    const { cwd, env } = context;
    const isIdle = options.onlyConnected && !isConnectedHere(cwd, env);
    await serve({ cwd, env, eventloomPath, sessionId, domain, profile, role, bin, isIdle });
  },
});

async function serveRemote(given: OptionValues<typeof options>, { cwd, env, out }: CommandContext) {
  if (given.onlyConnected)
    throw invalidRequest(`${ONLY_CONNECTED} is for servers that a client starts.`, 'Leave it out.');
  const { serveHttp, tools } = await import('@hookloom/worker');
  const { host = '127.0.0.1', port = 8080, transport, json, ...others } = given;
  const isSse = transport === 'sse';
  const server = await serveHttp({ ...others, cwd, env, tools, host, port, isSse });
  if (json) out.json({ url: server.url, authentication: server.isProtected });
  else {
    out.line({ style: 'green', text: 'serving' }, ` ${server.url}`);
    out.line(
      server.isProtected
        ? '   Clients need a token.'
        : '   Programs of your own user on this machine may connect without a token.',
    );
    out.line('   Stop it with Ctrl-C.');
  }
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve());
  });
  await server.close();
}
