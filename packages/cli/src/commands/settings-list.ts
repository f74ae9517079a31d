import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';
import { wrap } from '../output/wrap.ts';

export const command = defineCommand({
  name: 'settings list',
  summary: 'List the settings: their values, where each comes from and what it does.',
  description: 'Environment variables override the settings file, which overrides the defaults.',
  arguments: {},
  options: { ...jsonOption },
  examples: { 'hookloom settings list --json': 'include the allowed values' },
  async run({ options, context: { out, env } }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { describeSettings } = await import('@hookloom/worker');
    const settings = describeSettings(stateDirPath(env), env);
    if (options.json) return out.json({ settings });
    for (const { name, value, from, does } of settings) {
      const said = [[name, value === '' ? '(empty)' : value, from === 'default' ? '' : from]];
      await out.table(said);
      for (const line of wrap(does, out.columns - 4)) out.dim(`    ${line}`);
    }
  },
});
