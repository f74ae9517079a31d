import { defineCommand } from '../command/definition.ts';
import { ownFiles } from '../install/own-files.ts';
import { choice, sessionOption, workspaceOptions } from '../command/options.ts';

export const command = defineCommand({
  name: 'serve',
  summary: 'Serve the memory to an agent: MCP over standard input and output.',
  description:
    'Started by the client from its configuration; ends when the client goes. Standard output belongs to the protocol.',
  arguments: {},
  options: {
    profile: choice('--profile <name>', 'tools to list (default: MCP_TOOL_PROFILE, else core)', [
      'core',
      'full',
    ]),
    transport: choice('--transport <name>', 'how clients connect', ['stdio']),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: [{ command: 'hookloom serve --profile full', does: 'list every tool' }],
  async run({ options, context }) {
    const { serve } = await import('@hookloom/worker/serve');
    const { eventloomPath, sessionId, domain, profile } = options;
    const { bin } = ownFiles();
    const { cwd, env } = context;
    await serve({ cwd, env, eventloomPath, sessionId, domain, profile, bin });
  },
});
