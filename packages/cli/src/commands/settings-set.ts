import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'settings set',
  summary: 'Change one setting. An empty value restores the default.',
  description:
    'A running worker applies the change at once, except for its port and its idle timeout, which apply at its next start.',
  arguments: {
    name: argument('NAME', 'name shown by `settings list`'),
    value: argument('VALUE', 'the new value; an empty text restores the default'),
  },
  options: { ...jsonOption },
  examples: [
    { command: 'hookloom settings set CLAUDE_MEM_EXCLUDED_PROJECTS "~/private"', does: 'a folder' },
    { command: 'hookloom settings set CLAUDE_MEM_LOG_LEVEL ""', does: 'the default again' },
  ],
  async run({ args: { name, value }, options, context: { out, env } }) {
    const { privateStateDir } = await import('@hookloom/hooks');
    const { changeSettings, describeSettings } = await import('@hookloom/worker');
    const stateDir = privateStateDir(env);
    changeSettings(stateDir, { [name]: value });
    const setting = describeSettings(stateDir, env).find((one) => one.name === name)!;
    if (options.json) return out.json(setting);
    out.line(`${name} is ${setting.value === '' ? 'empty' : setting.value} now.`);
    if (setting.from === 'environment') out.note('An environment variable overrides this setting.');
  },
});
