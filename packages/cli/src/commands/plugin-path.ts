import { choiceArgument, jsonOption } from '../command/options.ts';
import { defineCommand } from '../command/definition.ts';
import { installCommands, pluginFolder } from '../plugins/plugin-folder.ts';
import { PLUGIN_CLIENTS } from '../plugins/render-plugins.ts';

export const command = defineCommand({
  name: 'plugin path',
  summary: 'Print the folder of a client’s plugin.',
  description:
    'The folder is a marketplace with one plugin, which contains hooks, the MCP server, a skill and, for Claude Code, commands.',
  arguments: { client: choiceArgument('CLIENT', 'the client', PLUGIN_CLIENTS) },
  options: { ...jsonOption },
  examples: {
    'claude plugin marketplace add "$(hookloom plugin path claude-code)"':
      'add it to Claude Code; then: claude plugin install hookloom@hookloom',
    'claude --plugin-dir "$(hookloom plugin path claude-code)"': 'try it once',
  },
  async run({ args: { client }, options, context: { out } }) {
    const folder = pluginFolder(client);
    if (options.json) out.json({ client, path: folder, install: installCommands(client, folder) });
    else out.line(folder);
  },
});
