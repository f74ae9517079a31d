/** The table of processes on macOS and other Unix systems, from `ps`; on Windows from the system's own list. */
import { attempt } from '../attempt.ts';
import { execFileSync } from 'node:child_process';
import type { ProcessEntry, ProcessTable } from './process-table.ts';
import { baseName } from './program-names.ts';
import { readProc } from './read-proc.ts';

const LIMITS = { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024, timeout: 15_000 } as const;

function readPs(): ProcessTable | null {
  return tableOf(() =>
    parsePs(
      execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,tty=,command='], {
        ...LIMITS,
        env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ),
  );
}

/** Windows knows no terminal of a process: standard input and output decide whether there is a console. */
function readWindows(root = process.env['SystemRoot'] ?? 'C:\\Windows'): ProcessTable | null {
  const script =
    'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,Name,CommandLine | ConvertTo-Json -Compress';
  return tableOf(() =>
    parseWindows(
      execFileSync(
        `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
        ['-NoProfile', '-NonInteractive', '-Command', script],
        { ...LIMITS, windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] },
      ),
    ),
  );
}

/**
 * `  812   800 ttys004  /usr/bin/node /opt/claude`: paths with spaces stay in the first word if they can be recognised.
 */
export function parsePs(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (found === null) return [];
    const [, pid, parent, tty, command] = found as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const words = command.split(/\s+/);
    const app = /^(\/.*?\/Contents\/MacOS\/[^/]*?)(?= -|$)/.exec(command)?.[1];
    return {
      pid: Number(pid),
      parent: Number(parent),
      name: baseName(app ?? words[0]!).replace(/^-/, ''),
      program: null,
      words,
      terminal: /^\?*$|^-$/.test(tty) ? null : tty,
      session: null,
    };
  });
}

export function parseWindows(json: string): ProcessEntry[] {
  const rows = JSON.parse(json) as {
    ProcessId: number;
    ParentProcessId: number;
    Name: string;
    CommandLine: string | null;
  }[];
  return rows.map(({ ProcessId, ParentProcessId, Name, CommandLine }) => ({
    pid: ProcessId,
    parent: ParentProcessId,
    name: Name,
    program: Name,
    words: [...(CommandLine ?? Name).matchAll(/"([^"]*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    ),
    terminal: 'console',
    session: null,
  }));
}

function tableOf(read: () => ProcessEntry[]): ProcessTable | null {
  const entries = attempt(() => new Map(read().map((entry) => [entry.pid, entry])));
  if (entries === null) return null;
  return {
    self: process.pid,
    find: (pid) => entries.get(pid) ?? null,
    all: () => entries.values(),
    environmentOf: () => null,
    holdersOf: () => null,
    inputTerminal: () => null,
  };
}

/** The table of processes of this machine; null if it cannot be read. */
export function readProcesses(platform: NodeJS.Platform = process.platform): ProcessTable | null {
  if (platform === 'win32') return readWindows();
  if (platform !== 'linux') return readPs();
  const table = readProc();
  return table.find(table.self) === null ? readPs() : table;
}
