/**
 * Completion from the same definitions as the help. Only this file imports the package for it, because that is young.
 */
import tab from '@bomb.sh/tab';
import type { CommandDefinition, OptionDefinition } from '../command/definition.ts';
import { commandGroups } from '../command/groups.ts';
import type { Output } from '../output/output.ts';
import { pathWanted } from './path-wanted.ts';

/** Prints the candidates for the words so far. The shell itself completes paths. */
export function printCandidates(
  definitions: readonly CommandDefinition[],
  words: string[],
  out: Output,
): void {
  const wanted = pathWanted(definitions, words);
  if (wanted !== null) {
    out.raw(wanted === 'folder' ? ':16\n' : ':0\n');
    return;
  }
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
