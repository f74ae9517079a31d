/** `hookloom hooks CLIENT`: the hook settings of a client, printed or merged into a file (seeds/000). */
import path from 'node:path';
import { defineCommand } from '../command/definition.ts';
import {
  choice,
  flag,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';
import { workspaceOf } from '../command/context.ts';
import { applyPlan, textWithoutOurs } from '../install/apply.ts';
import { claudeCommands } from '../install/claude-commands.ts';
import { claudeHooksFragment, planClaudeHooks } from '../install/claude-code.ts';
import { ownFiles } from '../install/own-files.ts';

export const command = defineCommand({
  name: 'hooks',
  summary: 'Print the hook settings of a client, or merge them into a file.',
  description:
    'With --output the groups are merged: unrelated settings and handlers stay byte for byte, missing folders are made, and handlers that are there already are refused unless --force replaces them.',
  arguments: {
    client: {
      name: 'CLIENT',
      description: 'claude-code',
      required: true,
      choices: ['claude-code'],
    },
  },
  options: {
    ...workspaceOptions,
    ...sessionOption,
    output: text('-o, --output <file>', 'settings file to merge into'),
    transport: choice('--transport <kind>', 'how observation-only events are handed over', [
      'node',
      'sh',
    ]),
    force: flag('--force', 'replace our handlers that are there already'),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom hooks claude-code', does: 'print the fragment' },
    { command: 'hookloom hooks claude-code -o .claude/settings.local.json', does: 'merge it' },
  ],
  async run({ options, context }) {
    const workspace = workspaceOf(context, options);
    const transport = options.transport ?? 'node';
    const commands = claudeCommands({ workspace, files: ownFiles(), transport });
    if (options.output === undefined) {
      context.out.json(claudeHooksFragment(commands));
      return;
    }
    const file = path.resolve(context.cwd, options.output);
    const before = options.force ? textWithoutOurs(workspace.eventloomDir, file) : undefined;
    const planned = planClaudeHooks(file, commands, before);
    applyPlan(workspace.eventloomDir, [planned]);
    if (options.json) context.out.json({ path: file, created: planned.before === null });
    else
      context.out.line(`${file}: hook groups ${planned.before === null ? 'written' : 'merged'}.`);
  },
});
