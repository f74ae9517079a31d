/**
 * The definition of a command: its name, its arguments and its action. Help, docs and completion are generated from it.
 */
import type { Output } from '../output/output.ts';
import type { CommandContext } from './context.ts';

/** One option; its key in `options` is the camel-cased long flag. */
export interface OptionDefinition<T = unknown> {
  /** In commander's syntax: `--json`, `--limit <n>`, `-o, --output <file>`. */
  flags: string;
  description: string;
  /**
   * Throws an `Error` with a sentence that says what is expected. If absent, the value is the text, or true for a flag.
   */
  parse?: (text: string) => T;
  defaultValue?: T;
  choices?: readonly string[];
  required?: boolean;
}

/** One positional argument. Arguments are read in the order of their keys. */
export interface ArgumentDefinition<T = unknown> {
  /** In capitals, as help shows it: `LOG`. */
  name: string;
  description: string;
  required: boolean;
  parse?: (text: string) => T;
  choices?: readonly string[];
}

type ArgumentRecord = Record<string, ArgumentDefinition>;
type OptionRecord = Record<string, OptionDefinition>;

export type ArgumentValues<A> = {
  [K in keyof A]: A[K] extends ArgumentDefinition<infer T> ? T : never;
};
export type OptionValues<O> = {
  [K in keyof O]: O[K] extends OptionDefinition<infer T> ? T : never;
};

export interface Invocation<A = ArgumentRecord, O = OptionRecord> {
  args: ArgumentValues<A>;
  options: OptionValues<O>;
  context: CommandContext;
  out: Output;
}

export interface CommandDefinition<
  A extends ArgumentRecord = ArgumentRecord,
  O extends OptionRecord = OptionRecord,
> {
  /** The words on the command line, such as `memory append`. */
  name: string;
  /** One sentence for lists of commands. */
  summary: string;
  /** Details for `--help` that go beyond the summary. */
  description?: string;
  arguments: A;
  options: O;
  /** Each key is a command, its value a phrase that says what it does. */
  examples: Readonly<Record<string, string>>;
  /** Omitted from lists, but can be run. */
  hidden?: boolean;
  /** Executed by the small hook program. Listed here only for help and docs. */
  isHookPath?: boolean;
  /** Returns an exit status if it is not 0. Throws `HookloomError`. */
  run(invocation: Invocation<A, O>): Promise<number | void>;
}

export interface CommandEntry {
  /** The words on the command line. */
  name: string;
  load(): Promise<{ command: CommandDefinition }>;
}

/** A definition as it is written: without `arguments` if the command takes none. */
export type Written<A extends ArgumentRecord, O extends OptionRecord> = Omit<
  CommandDefinition<A, O>,
  'arguments'
> & { arguments?: A };

/** Infers the types of `run` from the arguments and options of the definition. */
export function defineCommand<const A extends ArgumentRecord, const O extends OptionRecord>(
  definition: Written<A, O>,
): CommandDefinition {
  return { arguments: {}, ...definition };
}
