/** A handler's process as the engine uses it, however it was started. Types only. */

/** The program for an action. */
export interface Program {
  file: string;
  args: string[];
  /** Windows: the arguments reach the program as they are written here. */
  verbatim: boolean;
}

export interface Place {
  /** Its working folder; relative program paths start here. */
  cwd: string;
  env: Record<string, string>;
}

export interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** One output of a process. */
export interface Output {
  /** Calls `take` for each chunk, then `end` once: at the end or if reading fails. */
  read(take: (chunk: Buffer) => void, end: () => void): void;
  /** Stops reading, whichever process still has it open. */
  stop(): void;
}

export interface Running {
  pid: number;
  stdout: Output;
  stderr: Output;
  /** Writes all of the standard input, then closes it. A process that does not read it is not an error. */
  feed(input: string | Buffer): void;
  /** Discards unread data. */
  stopFeeding(): void;
  exited: Promise<Ended>;
}

/** `startError` is the code of the system's error, or `ERR_INVALID_ARG_VALUE`. */
export type Started = Running | { startError: string };
