/** Tables of processes for tests, written as lines of `ps`. */
import type { ProcessEntry, ProcessTable } from './process-table.ts';

export interface TableOptions {
  env?: Record<number, Record<string, string>>;
  /** The holder of the other side of a terminal. */
  holders?: Record<string, number[]>;
  input?: string | null;
  /** File name of the program that really runs, if it differs from the first word. */
  programs?: Record<number, string>;
}

/**
 * One process per line: pid, parent, terminal (`-`: none), session, command. The last line is the process that asks.
 *
 * @example tableOf(['1 0 - 1 /sbin/init', '9 1 pts/0 9 bash', '10 9 pts/0 9 node hookloom.cjs'])
 */
export function tableOf(lines: readonly string[], options: TableOptions = {}): ProcessTable {
  const entries = new Map<number, ProcessEntry>();
  for (const line of lines) {
    const [pid, parent, terminal, session, ...words] = line.split(' ');
    const [first = ''] = words;
    entries.set(Number(pid), {
      pid: Number(pid),
      parent: Number(parent),
      name: first.replace(/^.*\//, '').replace(/^-/, ''),
      program: options.programs?.[Number(pid)] ?? null,
      words,
      terminal: terminal === '-' ? null : terminal!,
      session: session === '-' ? null : Number(session),
    });
  }
  const self = [...entries.keys()].at(-1)!;
  return {
    self,
    find: (pid) => entries.get(pid) ?? null,
    all: () => entries.values(),
    environmentOf: (pid) => options.env?.[pid] ?? null,
    holdersOf: (terminal) => options.holders?.[terminal] ?? null,
    inputTerminal: () => options.input ?? entries.get(self)!.terminal,
  };
}
