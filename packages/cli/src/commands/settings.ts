import { defineCommand } from '../command/definition.ts';
import { jsonOption, argument } from '../command/options.ts';
import { workspaceOf } from '../command/context.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';

export const settingsList = defineCommand({
  name: 'settings list',
  summary: 'List the settings: their values, where each comes from and what it does.',
  description: 'Environment variables override the settings file, which overrides the defaults.',
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
      out.wrapped({ style: 'dim', text: does }, '    ');
    }
  },
});

export const settingsGet = defineCommand({
  name: 'settings get',
  summary: 'Print the value of one setting.',
  arguments: { name: argument('NAME', 'name shown by `settings list`') },
  options: { ...jsonOption },
  examples: { 'hookloom settings get CLAUDE_MEM_CONTEXT_OBSERVATIONS': 'only its value' },
  async run({ args, options, context: { out, env } }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { describeSetting } = await import('@hookloom/worker');
    const setting = describeSetting(args.name, stateDirPath(env), env);
    if (options.json) out.json(setting);
    else out.line(setting.value);
  },
});

export const settingsSet = defineCommand({
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
    const { changeSettings, describeSetting, needsPerson } = await import('@hookloom/worker');
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
    const setting = describeSetting(name, stateDir, env);
    if (options.json) return out.json(setting);
    out.line(`${name} is ${setting.value === '' ? 'empty' : setting.value} now.`);
    if (setting.from === 'environment') out.note('An environment variable overrides this setting.');
  },
});
