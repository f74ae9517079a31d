/** Where the plugins are in the installed package. */
import fs from 'node:fs';
import path from 'node:path';
import { unavailable } from '@hookloom/core';
import { ownFiles } from '../install/own-files.ts';
import type { PluginClient } from './render-plugins.ts';

/**
 * The absolute path of the folder to add to the client as a marketplace.
 *
 * @throws HookloomError `unavailable` if the package was not built
 * @example pluginFolder('codex') // → '/usr/lib/node_modules/hookloom/plugins/codex'
 */
export function pluginFolder(client: PluginClient): string {
  const folder = path.join(path.dirname(path.dirname(ownFiles().bin)), 'plugins', client);
  if (fs.existsSync(folder)) return folder;
  throw unavailable(
    'The plugins have not been built.',
    'In a clone, run `npm run build`. An installed package contains them.',
  );
}

/** The commands that connect the client through its plugin, in order. */
export function installCommands(client: PluginClient, folder: string): string[] {
  return client === 'codex'
    ? [`codex plugin marketplace add "${folder}"`, 'codex plugin add hookloom@hookloom']
    : [`claude plugin marketplace add "${folder}"`, 'claude plugin install hookloom@hookloom'];
}
