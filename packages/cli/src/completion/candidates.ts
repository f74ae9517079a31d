/**
 * Completion from the same definitions as the help. Only this file imports the package for it, because that is young.
 */
import tab from '@bomb.sh/tab';
import type { CommandDefinition, OptionDefinition } from '../command/definition.ts';
import { commandGroups } from '../command/groups.ts';
import type { Output } from '../output/output.ts';

/** Prints the candidates for the words so far. The shell itself completes paths. */
export function printCandidates(
  definitions: readonly CommandDefinition[],
  words: string[],
  out: Output,
): void {
  const wanted = pathWanted(definitions, words);
  if (wanted !== null) return out.raw(wanted === 'folder' ? ':16\n' : ':0\n');
  for (const [group, summary] of Object.entries(commandGroups)) tab.command(group, summary);
  for (const definition of definitions) {
    if (definition.hidden === true) continue;
    const command = tab.command(definition.name, definition.summary);
    for (const { name, choices } of Object.values(definition.arguments)) {
      if (choices === undefined) command.argument(name.toLowerCase());
      else command.argument(name.toLowerCase(), offering(choices));
    }
    for (const option of Object.values(definition.options)) addOption(command, option);
  }
  tab.parse(words);
}

type Command = ReturnType<typeof tab.command>;

function addOption(command: Command, { flags, description, choices }: OptionDefinition): void {
  const long = /--([a-z-]+)/.exec(flags)?.[1];
  const short = /^-([a-zA-Z]),/.exec(flags)?.[1];
  if (long === undefined) return;
  if (!flags.includes('<'))
    command.option(long, description, ...(short === undefined ? [] : [short]));
  else command.option(long, description, offering(choices ?? []), short);
}

function offering(choices: readonly string[]) {
  return (complete: (value: string, description: string) => void): void => {
    for (const choice of choices) complete(choice, '');
  };
}

// Whether the current word should be a file or a folder. Pure.

type PathWanted = 'file' | 'folder' | null;

/** Names of values and arguments that mean a file. */
const FILE = /^(file|path|log|checkpoint|bundle)$/i;
const FOLDER = /^(dir|folder|workspace)$/i;

/**
 * @param words The words after the program's name; the last one is incomplete and may be empty
 * @example pathWanted(definitions, ['doctor', '--project-root', 'sr']) // → 'folder'
 */
function pathWanted(definitions: readonly CommandDefinition[], words: readonly string[]) {
  const typed = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const definition = commandOf(definitions, typed);
  if (definition === null) return null;
  const behind = typed.slice(definition.name.split(' ').length);
  const equals = current.startsWith('--') ? current.indexOf('=') : -1;
  if (equals > 0) return ofOption(definition, current.slice(0, equals));
  const before = behind.at(-1);
  if (before !== undefined && takesValue(definition, before)) return ofOption(definition, before);
  if (current.startsWith('-')) return null;
  return ofArgument(definition, behind);
}

/** The command with the longest name at the start of the words. */
function commandOf(definitions: readonly CommandDefinition[], typed: readonly string[]) {
  for (const length of [2, 1]) {
    const name = typed.slice(0, length).join(' ');
    const found = definitions.find((one) => one.name === name);
    if (found !== undefined && typed.length >= length) return found;
  }
  return null;
}

function ofOption(definition: CommandDefinition, flag: string): PathWanted {
  const option = optionOf(definition, flag);
  return option === undefined ? null : kindOf(/<([a-z-]+)/.exec(option.flags)?.[1] ?? '');
}

function ofArgument(definition: CommandDefinition, behind: readonly string[]): PathWanted {
  let given = 0;
  for (const [at, word] of behind.entries()) {
    const before = behind[at - 1];
    if (word.startsWith('-') || (before !== undefined && takesValue(definition, before))) continue;
    given += 1;
  }
  const argument = Object.values(definition.arguments)[given];
  if (argument === undefined || argument.choices !== undefined) return null;
  const { name, description } = argument;
  return /^(the workspace|a folder)/.test(description) ? 'folder' : kindOf(name);
}

function takesValue(definition: CommandDefinition, word: string): boolean {
  return !word.includes('=') && optionOf(definition, word)?.flags.includes('<') === true;
}

function optionOf(definition: CommandDefinition, flag: string) {
  if (!/^--?[A-Za-z]/.test(flag)) return undefined;
  return Object.values(definition.options).find(({ flags }) => flags.split(/[ ,]+/).includes(flag));
}

function kindOf(name: string): PathWanted {
  if (FOLDER.test(name)) return 'folder';
  return FILE.test(name) ? 'file' : null;
}
