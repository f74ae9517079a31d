import { notFound } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'settings get',
  summary: 'Print the value of one setting.',
  arguments: { name: argument('NAME', 'name shown by `settings list`') },
  options: { ...jsonOption },
  examples: { 'hookloom settings get CLAUDE_MEM_CONTEXT_OBSERVATIONS': 'only its value' },
  async run({ args, options, context: { out, env } }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { describeSettings } = await import('@hookloom/worker');
    const settings = describeSettings(stateDirPath(env), env);
    const setting = settings.find(({ name }) => name === args.name);
    if (setting === undefined)
      throw notFound(
        `${JSON.stringify(args.name.slice(0, 100))} is not a setting.`,
        'Run `hookloom settings list`.',
      );
    if (options.json) out.json(setting);
    else out.line(setting.value);
  },
});
