/** Every file of `plugins/` in the published package. `scripts/build.mjs` writes them. */
import type { PluginFiles } from './about.ts';
import { claudePlugin } from './claude-plugin.ts';
import { codexPlugin } from './codex-plugin.ts';

/** The clients with a plugin, and their folders below `plugins/`. */
export const PLUGIN_CLIENTS = ['claude-code', 'codex'] as const;
export type PluginClient = (typeof PLUGIN_CLIENTS)[number];

const PLUGINS: Record<PluginClient, (version: string) => PluginFiles> = {
  'claude-code': claudePlugin,
  codex: codexPlugin,
};

/** @param version The version of the package */
export function renderPlugins(version: string): PluginFiles {
  return Object.fromEntries(
    PLUGIN_CLIENTS.flatMap((client) =>
      Object.entries(PLUGINS[client](version)).map(([file, text]) => [`${client}/${file}`, text]),
    ),
  );
}
