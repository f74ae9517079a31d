/** The Claude Code plugin (hooks, MCP server, commands and skill) and the marketplace that offers it. */
import { claudeHookSettings } from '../install/claude-code.ts';
import { hooksFragment } from '../install/plan-hooks.ts';
import { withInjection } from '../install/with-injection.ts';
import { DESCRIPTION, jsonFile, MARKETPLACE, PLUGIN, SERVER, type PluginFiles } from './about.ts';
import { findProgramScript } from './find-program.ts';
import { SKILL_NAME, skillText } from './skill.ts';
import { SLASH_COMMANDS, slashCommandText } from './slash-commands.ts';

/** The client replaces the variable by the plugin's folder, which is in its cache or in place. */
const SCRIPT = '${CLAUDE_PLUGIN_ROOT}/hookloom.sh';

/**
 * Every file of the plugin by its path. The hook groups are those of `hookloom hooks claude-code`. The folder is both
 * the plugin, for `--plugin-dir`, and the marketplace, for `claude plugin marketplace add`.
 *
 * @example claudePlugin('0.1.0')['hooks/hooks.json']
 */
export function claudePlugin(version: string): PluginFiles {
  const node = `sh "${SCRIPT}" hook claude-code`;
  const hooks = hooksFragment(withInjection(claudeHookSettings({ node }), 'session'));
  const author = { name: 'Hookloom' };
  return {
    '.claude-plugin/plugin.json': jsonFile({
      name: PLUGIN,
      version,
      description: DESCRIPTION,
      author,
      license: 'Apache-2.0',
      keywords: ['memory', 'hooks', 'mcp'],
    }),
    '.claude-plugin/marketplace.json': jsonFile({
      name: MARKETPLACE,
      owner: author,
      metadata: { description: DESCRIPTION, version },
      plugins: [{ name: PLUGIN, source: './', description: DESCRIPTION, version }],
    }),
    'hooks/hooks.json': jsonFile({ description: DESCRIPTION, ...hooks }),
    '.mcp.json': jsonFile({ mcpServers: { [SERVER]: { command: 'sh', args: [SCRIPT, 'serve'] } } }),
    'hookloom.sh': findProgramScript('../..'),
    [`skills/${SKILL_NAME}/SKILL.md`]: skillText(),
    ...Object.fromEntries(
      SLASH_COMMANDS.map((command) => [`commands/${command.name}.md`, slashCommandText(command)]),
    ),
  };
}
