import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';
import { renderTable } from '../output/table.ts';
import { wrap } from '../output/wrap.ts';

export const command = defineCommand({
  name: 'settings list',
  summary: 'List the settings of this installation: value, where it comes from, what it does.',
  description: 'The environment goes before the file, the file before the default.',
  arguments: {},
  options: { ...jsonOption },
  examples: [{ command: 'hookloom settings list --json', does: 'with what each one takes' }],
  async run({ options, context: { out, env } }) {
    const { stateDirPath } = await import('@hookloom/hooks/state/state-dir-path');
    const { describeSettings } = await import('@hookloom/worker/settings/settings');
    const settings = describeSettings(stateDirPath(env), env);
    if (options.json) return out.json({ settings });
    for (const { name, value, from, does } of settings) {
      const said = [[name, value === '' ? '(empty)' : value, from === 'default' ? '' : from]];
      for (const line of await renderTable(said, out.columns)) out.line(line);
      for (const line of wrap(does, out.columns - 4))
        out.line({ style: 'dim', text: `    ${line}` });
    }
  },
});
