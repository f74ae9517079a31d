/** The operating system's data about running processes, as a port: tests pass their own table. */

export interface ProcessEntry {
  pid: number;
  /** 0 if the parent is outside of what this process can see. */
  parent: number;
  /** The short name that the system stores, without a folder. */
  name: string;
  /** File name of the program that really runs; null if it cannot be read. */
  program: string | null;
  /** The command line, one entry per word. */
  words: readonly string[];
  /** The terminal that the process belongs to, such as `pts/3` or `ttys004`; null: none. */
  terminal: string | null;
  /** Process that leads the session; null if the system does not say, 0 if it is not visible. */
  session: number | null;
}

export interface ProcessTable {
  /** The process that asks. */
  readonly self: number;
  find(pid: number): ProcessEntry | null;
  all(): Iterable<ProcessEntry>;
  /** Variables that the process was started with; null if they cannot be read. */
  environmentOf(pid: number): Record<string, string | undefined> | null;
  /** Processes that hold the other side of a pseudo terminal, which read its screen and type into it. Null: unknown. */
  holdersOf(terminal: string): readonly number[] | null;
  /** The terminal behind standard input; null if the system does not say. */
  inputTerminal(): string | null;
}
