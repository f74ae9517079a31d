/** The form of a command: what it is called, what it takes and what it does. Help, docs and completion come from it. */
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
  /** The words that call it: `memory append`. */
  name: string;
  /** One sentence for lists of commands. */
  summary: string;
  /** What a reader of `--help` needs beyond the summary. */
  description?: string;
  arguments: A;
  options: O;
  /** Commands, and in a phrase what each does. */
  examples: Readonly<Record<string, string>>;
  /** Left out of lists; still runs. */
  hidden?: boolean;
  /** Run by the small file of the hook path; here for help and docs only. */
  isHookPath?: boolean;
  /** Returns an exit status when it is not 0. Throws `HookloomError`. */
  run(invocation: Invocation<A, O>): Promise<number | void>;
}

/** Narrows the types of `run` to the arguments and options beside it. */
export function defineCommand<const A extends ArgumentRecord, const O extends OptionRecord>(
  definition: CommandDefinition<A, O>,
): CommandDefinition {
  return definition;
}
