/** The table of processes on Linux, from `/proc`. Reads only what is requested. */
import fs from 'node:fs';
import { attempt } from '../attempt.ts';
import type { ProcessEntry, ProcessTable } from './process-table.ts';
import { baseName } from './program-names.ts';

/** @param root `/proc`. */
export function readProc(root = '/proc', self = process.pid): ProcessTable {
  const known = new Map<number, ProcessEntry | null>();
  const find = (pid: number): ProcessEntry | null => {
    let entry = known.get(pid);
    if (entry === undefined) known.set(pid, (entry = readEntry(root, pid)));
    return entry;
  };
  return {
    self,
    find,
    all: () => pidsIn(root).flatMap((pid) => find(pid) ?? []),
    environmentOf: (pid) => readEnvironment(`${root}/${pid}/environ`),
    holdersOf: (terminal) => holdersOf(root, terminal),
    inputTerminal: () => inputTerminal(find(self)),
  };
}

function readEntry(root: string, pid: number): ProcessEntry | null {
  return attempt(() => {
    const stat = parseStat(fs.readFileSync(`${root}/${pid}/stat`, 'utf8'));
    const words = fs.readFileSync(`${root}/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').split('\0');
    return { pid, ...stat, words, program: programOf(`${root}/${pid}/exe`) };
  });
}

/** `812 (claude) S 800 812 800 34819 …`: the name may contain spaces and parentheses. */
export function parseStat(
  text: string,
): Pick<ProcessEntry, 'name' | 'parent' | 'session' | 'terminal'> {
  const end = text.lastIndexOf(')');
  const name = text.slice(text.indexOf('(') + 1, end);
  const [, parent, , session, device] = text.slice(end + 2).split(' ');
  return {
    name,
    parent: Number(parent),
    session: Number(session),
    terminal: terminalName(Number(device)),
  };
}

/** From a device number as `stat` reports it: major in bits 8 to 19, minor in the others. */
export function terminalName(device: number): string | null {
  if (!(device > 0)) return null;
  const major = (device >>> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `pts/${(major - 136) * 256 + minor}`;
  if (major === 4) return minor < 64 ? `tty${minor}` : `ttyS${minor - 64}`;
  return `${major}:${minor}`;
}

function inputTerminal(own: ProcessEntry | null): string | null {
  return attempt(() => {
    const { rdev, mode } = fs.fstatSync(0);
    if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFCHR) return null;
    // `/dev/tty` is the terminal of the process that opens it.
    return rdev === 0x500 ? (own?.terminal ?? null) : terminalName(rdev);
  });
}

function programOf(link: string): string | null {
  return attempt(() => baseName(fs.readlinkSync(link).replace(/ \(deleted\)$/, '')));
}

function readEnvironment(file: string): Record<string, string> | null {
  return attempt(() => {
    const env: Record<string, string> = {};
    for (const line of fs.readFileSync(file, 'utf8').split('\0')) {
      const at = line.indexOf('=');
      if (at > 0) env[line.slice(0, at)] = line.slice(at + 1);
    }
    return env;
  });
}

function pidsIn(root: string): number[] {
  return fs
    .readdirSync(root)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Processes with `/dev/ptmx` open for this terminal. Only processes of the same user can be read, which is enough. */
function holdersOf(root: string, terminal: string): number[] | null {
  const index = /^pts\/(\d+)$/.exec(terminal)?.[1];
  if (index === undefined) return null;
  return pidsIn(root).filter((pid) => {
    return attempt(
      () => fs.readdirSync(`${root}/${pid}/fd`).some((fd) => isMaster(`${root}/${pid}`, fd, index)),
      false,
    );
  });
}

function isMaster(process: string, fd: string, index: string): boolean {
  try {
    if (!fs.readlinkSync(`${process}/fd/${fd}`).endsWith('/ptmx')) return false;
    const line = /^tty-index:\s*(\d+)$/m.exec(fs.readFileSync(`${process}/fdinfo/${fd}`, 'utf8'));
    return line?.[1] === index;
  } catch {
    return false;
  }
}
