/** Finds the command, loads only that, runs it, and converts an exception to a message and an exit status. */
import type { CommandContext } from './command/context.ts';
import type { CommandDefinition, CommandEntry } from './command/definition.ts';
import { commandGroups } from './command/groups.ts';
import { asUsageError, buildProgram } from './program.ts';
import { ERROR_CODES, toErrorPayload } from '@hookloom/core';
import type { Output } from './output/output.ts';

interface Commands {
  findCommand(argv: readonly string[]): CommandEntry | null;
  loadAllCommands(): Promise<CommandDefinition[]>;
}

/** @returns The exit status */
export async function runCommandLine(
  given: string[],
  context: CommandContext,
  commands: Commands,
): Promise<number> {
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const entry = commands.findCommand(argv);
  try {
    if (argv[0] === 'complete') return await complete(argv, context, commands);
    const definitions = await definitionsFor(entry, argv, commands);
    const { program, status } = buildProgram(definitions, context);
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    if (!isHelp(argv) && entry?.name !== 'doctor') {
      const { warnUnusedSettings } = await import('./command/warn-unused-settings.ts');
      warnUnusedSettings(context);
    }
    await program.parseAsync(argv, { from: 'user' });
    await context.out.drained();
    return status();
  } catch (thrown) {
    const [group = ''] = argv;
    const error = asUsageError(thrown, entry?.name ?? (commandGroups[group] ? group : ''));
    if (error === null) return 0;
    return reportError(error, context.out, {
      json: argv.includes('--json'),
      debug: context.env['HOOKLOOM_DEBUG'] === '1',
    });
  }
}

/** Loads only the requested command. Help on a group needs its subcommands too. */
async function definitionsFor(
  entry: CommandEntry | null,
  argv: readonly string[],
  { loadAllCommands }: Commands,
): Promise<CommandDefinition[]> {
  if (entry === null) return await loadAllCommands();
  if (!isHelp(argv) || commandGroups[entry.name] === undefined)
    return [(await entry.load()).command];
  const all = await loadAllCommands();
  return all.filter(({ name }) => name === entry.name || name.startsWith(`${entry.name} `));
}

function isHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}

/** `hookloom complete -- WORDS`, which shells call. Not in the table of commands, because it is not for users. */
async function complete(argv: string[], { out }: CommandContext, { loadAllCommands }: Commands) {
  const { printCandidates } = await import('./completion/candidates.ts');
  printCandidates(await loadAllCommands(), argv.slice(argv.indexOf('--') + 1), out);
  return 0;
}

/**
 * Prints the message and its remedy on standard error, or the documented payload on standard output, and returns the
 * exit status. Prints a stack only with `HOOKLOOM_DEBUG=1`.
 */
function reportError(
  error: unknown,
  out: Output,
  { json, debug }: { json: boolean; debug: boolean },
): number {
  const payload = toErrorPayload(error);
  const { code, message, remediation } = payload.error;
  if (json) {
    out.json(payload);
  } else {
    out.note({ style: 'red', text: `error: ${oneLine(message)}` });
    if (remediation !== '') out.note(oneLine(remediation));
  }
  if (debug && error instanceof Error) {
    for (const line of (error.stack ?? '').split('\n')) out.note({ style: 'dim', text: line });
  } else if (code === 'internal_error' && !json) {
    out.note('Set HOOKLOOM_DEBUG=1 to see where it happened.');
  }
  return ERROR_CODES[code].exit;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
