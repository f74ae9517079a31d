import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'settings set',
  summary: 'Change one setting; an empty value brings the default back.',
  description: 'A running worker takes it at once; its port and its idle time at its next start.',
  arguments: {
    name: argument('NAME', 'as `settings list` shows it'),
    value: argument('VALUE', 'what it takes, or an empty text'),
  },
  options: { ...jsonOption },
  examples: [
    { command: 'hookloom settings set CLAUDE_MEM_EXCLUDED_PROJECTS "~/private"', does: 'a folder' },
    { command: 'hookloom settings set CLAUDE_MEM_LOG_LEVEL ""', does: 'the default again' },
  ],
  async run({ args: { name, value }, options, context: { out, env } }) {
    const { privateStateDir } = await import('@hookloom/hooks/state/state-dir');
    const { changeSettings, describeSettings } = await import('@hookloom/worker/settings/settings');
    const stateDir = privateStateDir(env);
    changeSettings(stateDir, { [name]: value });
    const setting = describeSettings(stateDir, env).find((one) => one.name === name)!;
    if (options.json) return out.json(setting);
    out.line(`${name} is ${setting.value === '' ? 'empty' : setting.value} now.`);
    if (setting.from === 'environment') out.note('The environment goes before what was set.');
  },
});
