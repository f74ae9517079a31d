/** Converts definitions to a commander program: parsing, suggestions for typos, help. */
import { Argument, Command, CommanderError, Option } from 'commander';
import { VERSION, invalidRequest } from '@hookloom/core';
import type { CommandContext } from './command/context.ts';
import type { CommandDefinition } from './command/definition.ts';
import { byHeading, commandGroups, headingOf } from './command/groups.ts';
import { reading } from './command/read-value.ts';

export const TAGLINE = 'One hook engine and one durable, cited memory for every coding agent.';

/** Contains only the given commands, so the full help needs all definitions. */
export function buildProgram(definitions: readonly CommandDefinition[], context: CommandContext) {
  let status = 0;
  const program = new Command('hookloom');
  configure(program, context);
  program.description(TAGLINE);
  program.version(VERSION, '--version', 'print the version');
  program.addHelpCommand(
    new Command('help')
      .argument('[command]')
      .description('Show help.')
      .helpGroup(headingOf('help')),
  );
  program.addHelpText('after', '\nHelp on one command: hookloom COMMAND --help');
  const groups = new Map<string, Command>();
  for (const definition of [...definitions].sort(byHeading)) {
    const words = definition.name.split(' ');
    const name = words.at(-1)!;
    const command = describe(configure(new Command(name), context), definition);
    if (words.length === 1) {
      command.helpGroup(headingOf(name));
      program.addCommand(command, { hidden: definition.hidden === true });
      // `hooks CLIENT` is a command and also the parent of the subcommands after it.
      if (commandGroups[name] !== undefined) groups.set(name, command);
    } else groupOf(words[0]!).addCommand(command, { hidden: definition.hidden === true });
    command.action(async (...given: unknown[]) => {
      const options = withFlags(definition, given.at(-2) as Record<string, unknown>);
      const names = Object.keys(definition.arguments);
      const args = Object.fromEntries(names.map((key, i) => [key, given[i]]));
      status = (await definition.run({ args, options, context, out: context.out })) ?? 0;
    });
  }
  return {
    program,
    /** The status that the command returned. 0 before it runs. */
    status: () => status,
  };

  function groupOf(word: string): Command {
    const known = groups.get(word);
    if (known !== undefined) return known.helpCommand('help [command]', 'Show help.');
    const group = configure(new Command(word), context)
      .helpCommand('help [command]', 'Show help.')
      .description(commandGroups[word] ?? '')
      .helpGroup(headingOf(word));
    groups.set(word, group);
    program.addCommand(group);
    return group;
  }
}

function withFlags(
  { options }: CommandDefinition,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const flags = Object.keys(options).filter((key) => options[key]!.defaultValue === false);
  return { ...Object.fromEntries(flags.map((key) => [key, false])), ...given };
}

/** Errors become values of the error table, and help goes to our output. */
function configure(command: Command, { out }: CommandContext): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', 'show help')
    .configureHelp({ helpWidth: Math.min(out.columns, 80), minWidthToWrap: 20, subcommandTerm })
    .configureOutput({
      writeOut: (text) => out.block(text),
      writeErr: (text) => out.block(text),
      outputError: () => {},
    });
}

/** How a list shows a command. Its own help shows optional arguments and options. */
function subcommandTerm(command: Command): string {
  const required = command.registeredArguments.filter((argument) => argument.required);
  return [command.name(), ...required.map((argument) => `<${argument.name()}>`)].join(' ');
}

/** Adds everything in a definition that help shows. */
function describe(command: Command, definition: CommandDefinition): Command {
  command.summary(definition.summary);
  command.description(
    definition.description === undefined
      ? definition.summary
      : `${definition.summary}\n\n${definition.description}`,
  );
  for (const spec of Object.values(definition.arguments)) {
    const argument = new Argument(
      spec.required ? `<${spec.name}>` : `[${spec.name}]`,
      spec.description,
    );
    command.addArgument(reading(argument, spec));
  }
  for (const spec of Object.values(definition.options)) {
    const option = new Option(spec.flags, spec.description);
    // commander treats any `--no-` option as a negation, but one with a value is not.
    if (option.required || option.optional) option.negate = false;
    reading(option, spec);
    if (spec.required === true) option.makeOptionMandatory();
    // Otherwise help would print `(default: false)` for every flag. `withFlags` sets the defaults instead.
    if (spec.defaultValue !== undefined && spec.defaultValue !== false)
      option.default(spec.defaultValue);
    command.addOption(option);
  }
  const examples = Object.entries(definition.examples);
  const width = Math.max(...examples.map(([text]) => text.length));
  const lines = examples.map(([text, does]) =>
    width + does.length + 6 <= 80 ? `  ${text.padEnd(width)}  # ${does}` : `  # ${does}\n  ${text}`,
  );
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  return command;
}

/** Converts what commander threw to one of our errors. Null if commander only printed help. */
export function asUsageError(error: unknown, words: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.exitCode === 0 || error.code === 'commander.help') return null;
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const hint = rest.join(' ').trim();
  return invalidRequest(
    `${first[0]?.toUpperCase() ?? ''}${first.slice(1)}.${hint === '' ? '' : ` ${hint}`}`.replace(
      /\.\.$/,
      '.',
    ),
    `Run \`hookloom ${words === '' ? '--help' : `${words} --help`}\`.`,
  );
}
