/** `hookloom hooks import CLIENT`: converts a client's own hooks to `.hookloom/hooks.toml`. */
import { CLIENTS, CONNECTABLE } from '@hookloom/hooks/clients';
import { convertHooks } from '../command/convert-hooks.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceArgument, flag, placeOptions, text } from '../command/options.ts';

export const hooksImport = defineCommand({
  name: 'hooks import',
  summary: "Convert a client's own hooks to .hookloom/hooks.toml, with a report of what is lost.",
  description:
    'Prints the result, or writes it with --output. You do not have to import hooks to run them under other clients. Import them to keep all hooks in one file.',
  arguments: {
    client: choiceArgument('CLIENT', 'whose hooks', ['claude-code', 'codex', 'gemini']),
  },
  options: {
    output: text('-o, --output <file>', 'file to write, such as .hookloom/hooks.toml'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: {
    'hookloom hooks import claude-code': 'show the result',
    'hookloom hooks import gemini -o .hookloom/hooks.toml': 'write it',
  },
  async run({ args, options, context }) {
    const from = args.client === 'claude-code' ? 'claude' : args.client;
    await convertHooks(context, options, from, 'toml');
  },
});

// `hookloom hooks export CLIENT`: converts the handlers of `.hookloom/hooks.toml` to a client's own settings.

export const hooksExport = defineCommand({
  name: 'hooks export',
  summary: "Convert your TOML hooks to a client's own settings, with a report of what is lost.",
  description:
    'Prints the result, or writes it to a new file with --output. The client then runs the hook itself, with its own payload and its own answer format; the report lists the differences.',
  arguments: { client: choiceArgument('CLIENT', 'whose settings', CONNECTABLE) },
  options: {
    output: text('-o, --output <file>', 'file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom hooks export codex -o hooks.json': 'hooks for Codex only' },
  async run({ args, options, context }) {
    await convertHooks(context, options, 'toml', CLIENTS[args.client].exportsAs);
  },
});
