/** The form of a command: its name, its arguments and what it does. Help, docs and completion come from it. */
import type { CommandContext } from './context.ts';

/** One option; its key in `options` is the camel-cased long flag. */
export interface OptionDefinition<T = unknown> {
  /** As commander reads it: `--json`, `--limit <n>`, `-o, --output <file>`. */
  flags: string;
  description: string;
  /** Throws an `Error` with a sentence that says what is expected. Absent: the text as it is, or true for a flag. */
  parse?: (text: string) => T;
  defaultValue?: T;
  choices?: readonly string[];
  required?: boolean;
}

/** One positional argument; arguments are taken in the order of their keys. */
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
}

export interface CommandDefinition<
  A extends ArgumentRecord = ArgumentRecord,
  O extends OptionRecord = OptionRecord,
> {
  /** The words that call it, such as `memory append`. */
  name: string;
  /** One sentence for lists of commands. */
  summary: string;
  /** What a reader of `--help` needs to know beyond the summary. */
  description?: string;
  arguments: A;
  options: O;
  /** Commands, each with a phrase that says what it does. */
  examples: Readonly<Record<string, string>>;
  /** Left out of lists; still runs. */
  hidden?: boolean;
  /** Run by the small file of the hook path; listed here only for help and docs. */
  isHookPath?: boolean;
  /** Returns an exit status when it is not 0. Throws `HookloomError`. */
  run(invocation: Invocation<A, O>): Promise<number | void>;
}

/** Narrows the types of `run` to the arguments and options of the definition. */
export function defineCommand<const A extends ArgumentRecord, const O extends OptionRecord>(
  definition: CommandDefinition<A, O>,
): CommandDefinition {
  return definition;
}
