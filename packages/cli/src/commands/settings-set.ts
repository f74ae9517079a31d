import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';

export const command = defineCommand({
  name: 'settings set',
  summary: 'Change one setting. An empty value restores the default.',
  description:
    'A running worker applies the change at once, except for its port and its idle timeout, which apply at its next start. Only a person can let programs publish what they share (HOOKLOOM_SHARE_PUBLISH).',
  arguments: {
    name: argument('NAME', 'name shown by `settings list`'),
    value: argument('VALUE', 'the new value; an empty text restores the default'),
  },
  options: { ...personOptions, ...jsonOption },
  examples: {
    'hookloom settings set CLAUDE_MEM_EXCLUDED_PROJECTS "~/private"': 'a folder',
    'hookloom settings set CLAUDE_MEM_LOG_LEVEL ""': 'the default again',
  },
  async run({ args: { name, value }, options, context }) {
    const { out, env } = context;
    const { privateStateDir } = await import('@hookloom/hooks');
    const { changeSettings, describeSettings, needsPerson } = await import('@hookloom/worker');
    const stateDir = privateStateDir(env);
    const byPerson = needsPerson(name, value);
    if (byPerson)
      await assertPerson({
        context,
        workspace: workspaceOf(context, {}),
        command: `settings set ${name}`,
        adminTokenFile: options.adminTokenFile,
        stateDir,
        hasReview: false,
      });
    changeSettings(stateDir, { [name]: value }, { byPerson });
    const setting = describeSettings(stateDir, env).find((one) => one.name === name)!;
    if (options.json) return out.json(setting);
    out.line(`${name} is ${setting.value === '' ? 'empty' : setting.value} now.`);
    if (setting.from === 'environment') out.note('An environment variable overrides this setting.');
  },
});
