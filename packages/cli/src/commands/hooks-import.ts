/** `hookloom hooks import CLIENT`: a client's own hooks in the language of `.hookloom/hooks.toml`. */
import { convertHooks } from '../command/convert-hooks.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceArgument, flag, placeOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'hooks import',
  summary: "Convert a client's own hooks to .hookloom/hooks.toml, with a report of what is lost.",
  description:
    'Prints the result; --output writes it. Hooks need no import to run under other clients: Hookloom reads the files where they are. Import to keep them in one place.',
  arguments: {
    client: choiceArgument('CLIENT', 'whose hooks', ['claude-code', 'codex', 'gemini']),
  },
  options: {
    output: text('-o, --output <file>', 'file to write, such as .hookloom/hooks.toml'),
    force: flag('--force', 'replace the file when it is there'),
    ...placeOptions,
  },
  examples: [
    { command: 'hookloom hooks import claude-code', does: 'show the result' },
    { command: 'hookloom hooks import gemini -o .hookloom/hooks.toml', does: 'write it' },
  ],
  async run({ args, options, context }) {
    const from = args.client === 'claude-code' ? 'claude' : args.client;
    await convertHooks(context, options, from, 'toml');
  },
});
