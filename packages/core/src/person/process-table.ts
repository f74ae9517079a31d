/** What the operating system says about running processes, as a port: tests hand in their own table. */

export interface ProcessEntry {
  pid: number;
  /** 0 where the parent lives outside of what this process can see. */
  parent: number;
  /** The short name that the system keeps, without a folder. */
  name: string;
  /** File name of the program that really runs; null where it may not be read. */
  program: string | null;
  /** The command line, one entry a word. */
  words: readonly string[];
  /** The terminal that the process belongs to, such as `pts/3` or `ttys004`; null: none. */
  terminal: string | null;
  /** Process that leads the session; null where the system does not say, 0 where it cannot be seen. */
  session: number | null;
}

export interface ProcessTable {
  /** The process that asks. */
  readonly self: number;
  find(pid: number): ProcessEntry | null;
  all(): Iterable<ProcessEntry>;
  /** Variables that the process was started with; null where they may not be read. */
  environmentOf(pid: number): Record<string, string | undefined> | null;
  /** Processes that hold the other side of a pseudo terminal: who reads its screen and types into it. Null: unknown. */
  holdersOf(terminal: string): readonly number[] | null;
  /** The terminal behind standard input; null where the system does not say. */
  inputTerminal(): string | null;
}
