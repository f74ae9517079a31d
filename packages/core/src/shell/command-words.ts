/** Reads a handler's command line like a shell, just enough to find the program and its arguments. Pure. */
import { parseShell, plainWords } from './parse-shell.ts';
import { baseName } from '../person/program-names.ts';

/** One of our programs in a command line. */
export interface OwnCall {
  /** `hook` is the entry of a client, `hook-event` the stable sink, `serve` the MCP server. */
  verb: 'hook' | 'hook-event' | 'serve';
  /** The words after the verb. */
  args: string[];
  /** Absolute paths that must exist for the command to run: the Node, the script. */
  files: string[];
  /** The user's own entry for folders below a project, whose settings the client does not read. */
  isFallback: boolean;
}

const PROGRAM =
  /^(hook\.cjs|hookloom-hook(\.cmd)?|hookloom\.sh|hookloom(\.cjs|\.cmd|\.exe)?|zaxy(\.cjs|\.cmd|\.exe)?)$/;
const SHELL = /^((ba|da|z|k)?sh)(\.exe)?$/;
const NODE = /^(node[\w.-]*|bun(\.exe)?)$/;
const VERBS: readonly string[] = ['hook', 'hook-event', 'serve'];
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Longer lines are not parsed completely, because none of ours are that long. */
const LONGEST = 8_000;

/**
 * The call of ours in a command line, or null. Our name among the arguments of another program is not a call.
 *
 * @example ownCall("NODE_EXTRA_CA_CERTS= /usr/bin/node '/opt/hook.cjs' hook codex")
 * // → { verb: 'hook', args: ['codex'], files: ['/usr/bin/node', '/opt/hook.cjs'],
 * //   isFallback: false }
 * @example ownCall('echo zaxy hook-event stop') // → null
 */
export function ownCall(command: string): OwnCall | null {
  for (const words of simpleCommands(command.slice(0, LONGEST))) {
    const call = ownCallOf(words);
    if (call !== null) return call;
  }
  return null;
}

/** The same for separate words, as MCP entries have them. */
export function ownCallOf(words: readonly string[]): OwnCall | null {
  let at = 0;
  while (at < words.length && (ASSIGNMENT.test(words[at]!) || words[at] === 'exec')) at += 1;
  const files: string[] = [];
  if (NODE.test(baseName(words[at] ?? ''))) {
    files.push(words[at]!);
    at += 1;
    while (words[at]?.startsWith('-') === true) at += 1;
  } else if (SHELL.test(baseName(words[at] ?? ''))) {
    if (words[at + 1] === '-c') return ownCall(words[at + 2] ?? '');
    at += 1;
  }
  const program = words[at] ?? '';
  const isFallback = words[at + 1] === '--fallback';
  if (isFallback) at += 1;
  const verb = words[at + 1] ?? '';
  if (!PROGRAM.test(baseName(program)) || !VERBS.includes(verb)) return null;
  files.push(program);
  return {
    verb: verb as OwnCall['verb'],
    args: words.slice(at + 2),
    files: files.filter((file) => /^([/\\]|[A-Za-z]:)/.test(file)),
    isFallback,
  };
}

/** The value behind a flag: `--name value` or `--name=value`. */
export function flagValue(args: readonly string[], flag: string): string | null {
  for (const [index, word] of args.entries()) {
    if (word === flag) return args[index + 1] ?? null;
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
  }
  return null;
}

/** The words of each command of a list, without quotes, the files of redirections last. Windows paths keep their backslashes. */
export function simpleCommands(line: string): string[][] {
  return parseShell(line, { backslash: 'path' }).commands.map((command) => [
    ...plainWords(command),
    ...command.targets.map(({ plain }) => plain),
  ]);
}
