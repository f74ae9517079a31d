/** The Codex plugin (hooks, MCP server and skill) in its own marketplace. The format is that of Codex 0.169. */
import { codexSettings } from '@hookloom/hooks/clients';
import { hooksFragment } from '../install/plan-hooks.ts';
import { withInjection } from '../install/with-injection.ts';
import { DESCRIPTION, jsonFile, MARKETPLACE, PLUGIN, SERVER, type PluginFiles } from './about.ts';
import { findProgramScript } from './find-program.ts';
import { SKILL_NAME, skillText } from './skill.ts';

/**
 * Every file by its path below the marketplace's folder. Codex finds no plugin in that folder itself, so the plugin is
 * one level below. Codex always copies it to its cache, so nothing in it refers to a file outside.
 *
 * @example codexPlugin('0.1.0')['hookloom/.codex-plugin/plugin.json']
 */
export function codexPlugin(version: string): PluginFiles {
  const node = 'sh "$PLUGIN_ROOT/hookloom.sh" hook codex';
  const { entries } = codexSettings({ node, windows: 'hookloom hook codex' });
  const hooks = hooksFragment(withInjection({ client: 'codex', entries }, 'session'));
  const plugin = {
    '.codex-plugin/plugin.json': jsonFile({
      name: PLUGIN,
      version,
      description: DESCRIPTION,
      author: { name: 'Hookloom' },
      license: 'Apache-2.0',
      keywords: ['memory', 'hooks', 'mcp'],
      skills: './skills/',
      hooks: './hooks/hooks.json',
      mcpServers: './.mcp.json',
      interface: {
        displayName: 'Hookloom',
        shortDescription: 'Durable, cited project memory',
        longDescription: DESCRIPTION,
        developerName: 'Hookloom',
        category: 'Productivity',
        capabilities: ['Read', 'Write'],
      },
    }),
    'hooks/hooks.json': jsonFile(hooks),
    // Codex starts a plugin's server in the workspace without passing the plugin's folder, so only the PATH is left.
    '.mcp.json': jsonFile({
      mcpServers: {
        [SERVER]: { command: 'hookloom', args: ['serve'], startup_timeout_sec: 90 },
      },
    }),
    'hookloom.sh': findProgramScript(null),
    [`skills/${SKILL_NAME}/SKILL.md`]: skillText(),
  };
  return {
    '.agents/plugins/marketplace.json': jsonFile({
      name: MARKETPLACE,
      interface: { displayName: 'Hookloom' },
      plugins: [
        {
          name: PLUGIN,
          source: { source: 'local', path: `./${PLUGIN}` },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    }),
    ...Object.fromEntries(
      Object.entries(plugin).map(([file, text]) => [`${PLUGIN}/${file}`, text]),
    ),
  };
}
