import { defineCommand } from '../command/definition.ts';
import { ownFiles } from '../install/own-files.ts';
import { ONLY_CONNECTED } from '../install/mcp-servers/entry.ts';
import { isConnectedHere } from '../install/project-mark.ts';
import { choice, flag, sessionOption, workspaceOptions } from '../command/options.ts';

export const command = defineCommand({
  name: 'serve',
  summary: 'Run the MCP server on standard input and output. Clients start this.',
  description:
    'The client starts this command from its settings, and it exits with the client. Standard output is reserved for the protocol.',
  arguments: {},
  options: {
    profile: choice('--profile <name>', 'tools to list (default: MCP_TOOL_PROFILE, else core)', [
      'core',
      'full',
    ]),
    role: choice('--role <name>', 'in missions: a worker may only use its own --session-id', [
      'coordinator',
      'worker',
    ]),
    onlyConnected: flag(ONLY_CONNECTED, 'offer nothing in a folder that was not connected'),
    transport: choice('--transport <name>', 'how clients connect', ['stdio']),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: [{ command: 'hookloom serve --profile full', does: 'list every tool' }],
  async run({ options, context }) {
    const { serve } = await import('@hookloom/worker/serve');
    const { eventloomPath, sessionId, domain, profile, role } = options;
    const { bin } = ownFiles();
    const { cwd, env } = context;
    const isIdle = options.onlyConnected && !isConnectedHere(cwd, env);
    await serve({ cwd, env, eventloomPath, sessionId, domain, profile, role, bin, isIdle });
  },
});
