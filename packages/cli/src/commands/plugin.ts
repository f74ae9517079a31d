import fs from 'node:fs';
import path from 'node:path';
import { unavailable } from '@hookloom/core';
import { jsonOption, choiceArgument } from '../command/options.ts';
import { defineCommand } from '../command/definition.ts';
import { PLUGIN_CLIENTS, type PluginClient } from '../plugins/render-plugins.ts';
import { ownFiles } from '../install/own-files.ts';

export const pluginList = defineCommand({
  name: 'plugin list',
  summary: 'List the plugins and how to install each one.',
  options: { ...jsonOption },
  examples: { 'hookloom plugin list': 'two commands for each client' },
  async run({ options, context: { out } }) {
    const plugins = PLUGIN_CLIENTS.map((client) => {
      const folder = pluginFolder(client);
      return { client, path: folder, install: installCommands(client, folder) };
    });
    if (options.json) return out.json({ plugins });
    for (const { client, install } of plugins) {
      out.bold(client);
      for (const line of install) out.line(`  ${line}`);
    }
  },
});

export const pluginPath = defineCommand({
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

// Where the plugins are in the installed package.

/**
 * The absolute path of the folder to add to the client as a marketplace.
 *
 * @throws HookloomError `unavailable` if the package was not built
 * @example pluginFolder('codex') // → '/usr/lib/node_modules/hookloom/plugins/codex'
 */
function pluginFolder(client: PluginClient): string {
  const folder = path.join(path.dirname(path.dirname(ownFiles().bin)), 'plugins', client);
  if (fs.existsSync(folder)) return folder;
  throw unavailable(
    'The plugins have not been built.',
    'In a clone, run `npm run build`. An installed package contains them.',
  );
}

/** The commands that connect the client through its plugin, in order. */
function installCommands(client: PluginClient, folder: string): string[] {
  return client === 'codex'
    ? [`codex plugin marketplace add "${folder}"`, 'codex plugin add hookloom@hookloom']
    : [`claude plugin marketplace add "${folder}"`, 'claude plugin install hookloom@hookloom'];
}
