/** A handler's process as the engine sees it, however it was started. Types only. */

/** What is started for an action. */
export interface Program {
  file: string;
  args: string[];
  /** Windows: the arguments reach the program as they are written here. */
  verbatim: boolean;
}

export interface Place {
  /** Where it runs; relative program paths are meant from here. */
  cwd: string;
  env: Record<string, string>;
}

export interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** One output of a process. */
export interface Output {
  /** Calls `take` for each chunk, then `end` once: at the end or where reading fails. */
  read(take: (chunk: Buffer) => void, end: () => void): void;
  /** Stops reading, whichever process still holds it. */
  stop(): void;
}

export interface Running {
  pid: number;
  stdout: Output;
  stderr: Output;
  /** Gives all of the standard input, then closes it. A process that does not read it is no error. */
  feed(input: string | Buffer): void;
  /** Drops what was not read. */
  stopFeeding(): void;
  exited: Promise<Ended>;
}

/** `startError` is the code of the system's error, or `ERR_INVALID_ARG_VALUE`. */
export type Started = Running | { startError: string };
