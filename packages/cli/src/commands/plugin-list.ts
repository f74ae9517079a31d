import { jsonOption } from '../command/options.ts';
import { defineCommand } from '../command/definition.ts';
import { installCommands, pluginFolder } from '../plugins/plugin-folder.ts';
import { PLUGIN_CLIENTS } from '../plugins/render-plugins.ts';

export const command = defineCommand({
  name: 'plugin list',
  summary: 'List the plugins and how to install each one.',
  arguments: {},
  options: { ...jsonOption },
  examples: { 'hookloom plugin list': 'two commands for each client' },
  async run({ options, context: { out } }) {
    const plugins = PLUGIN_CLIENTS.map((client) => {
      const folder = pluginFolder(client);
      return { client, path: folder, install: installCommands(client, folder) };
    });
    if (options.json) return out.json({ plugins });
    for (const { client, install } of plugins) {
      out.line({ style: 'bold', text: client });
      for (const line of install) out.line(`  ${line}`);
    }
  },
});
