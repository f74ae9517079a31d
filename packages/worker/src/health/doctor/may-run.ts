/**
 * Whether doctor may start a command from a settings file. A file in the workspace may come with a repository, so only
 * a plain call of this installation is started from there, never another program, shell syntax or another environment.
 * The user's own files are trusted.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, ownCallOf, simpleCommands, type OwnCall } from '@hookloom/core';
import { expandedLine, expandedWords, findExecutable } from '@hookloom/hooks/clients';
import type { Examination } from './row.ts';

export type MayRun = { ok: true } | { ok: false; reason: string };

type Asked = Pick<Examination, 'place' | 'own'>;

/** The variables in our own entries. None changes how a program is loaded. */
const OWN_VARIABLE = /^(ZAXY|EVENTLOOM|HOOKLOOM)_[A-Z_]+$|^(LOG_LEVEL|PROJECTION_BACKEND)$/;
/** An empty assignment before our hook commands. */
const CERTIFICATES = 'NODE_EXTRA_CA_CERTS=';
/** Characters with a meaning in a shell. */
const SHELL = /[;&|<>()$`\n\r*?[\]{}~!\\]/;

/** For a command line that a shell runs. */
export function mayRunLine(written: string, file: string, asked: Asked): MayRun {
  if (!isOfWorkspace(file, asked)) return { ok: true };
  const line = expandedLine(written, asked.place.home);
  const [words, ...more] = simpleCommands(line);
  const bare = outsideQuotes(line, asked.place.platform);
  if (words === undefined || more.length > 0 || SHELL.test(bare))
    return refuse('is more than a call');
  return mayRunWords(words[0] === CERTIFICATES ? words.slice(1) : words, file, asked);
}

/** Removes text in single quotes. A shell still interprets text in double quotes. */
function outsideQuotes(line: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return line.replaceAll(/"[^"%]*"/g, '');
  return line.replaceAll(/'[^']*'|"(?:\\[^]|[^"\\])*"/g, (quoted) =>
    quoted.startsWith("'") ? '' : quoted.slice(1, -1),
  );
}

/** For arguments that are started without a shell. */
export function mayRunWords(written: readonly string[], file: string, asked: Asked): MayRun {
  if (!isOfWorkspace(file, asked)) return { ok: true };
  const words = expandedWords(written, asked.place.home);
  const call = ownCallOf(words);
  if (call === null) return refuse('is not our own call');
  // Node if present, the program and the verb. Nothing in between, such as a module to load first.
  const before = words.length - call.args.length - 1;
  if (before !== 1 && before !== 2) return refuse('is more than a call');
  const program = programOf(words[before - 1]!, asked);
  if (program === null || !(isOurs(program, asked) || isOurLauncher(program, asked)))
    return refuse('calls another installation');
  if (before === 2 && !isOurNode(words[0]!, call, asked)) return refuse('calls another Node');
  return { ok: true };
}

/** From an entry in a file of the workspace, only our own variables. */
export function ownVariables(
  env: Readonly<Record<string, string>>,
  file: string,
  asked: Asked,
): Record<string, string> {
  if (!isOfWorkspace(file, asked)) return { ...env };
  return Object.fromEntries(Object.entries(env).filter(([name]) => OWN_VARIABLE.test(name)));
}

export function isOfWorkspace(file: string, { place }: Asked): boolean {
  return file.startsWith(place.root + path.sep);
}

function programOf(word: string, { place }: Asked): string | null {
  if (path.isAbsolute(word)) return word;
  return /[/\\]/.test(word) ? null : findExecutable(word, place);
}

/** Whether it is in the folder of this installation, with links resolved. */
function isOurs(program: string, { own }: Asked): boolean {
  try {
    const home = path.dirname(path.dirname(fs.realpathSync(own.bin)));
    return fs.realpathSync(program).startsWith(home + path.sep);
  } catch {
    return false;
  }
}

/** Whether it is the launcher of this user, as this installation wrote it. */
function isOurLauncher(program: string, { own, place }: Asked): boolean {
  if (path.dirname(program) !== path.join(place.home, '.hookloom', 'bin')) return false;
  try {
    const text = fs.readFileSync(program, 'utf8');
    return text.includes(path.dirname(path.dirname(own.bin)));
  } catch {
    return false;
  }
}

/** Whether it is the running Node, or one on the PATH outside the workspace. */
function isOurNode(node: string, { files }: OwnCall, asked: Asked): boolean {
  const found = programOf(node, asked);
  if (found === null || isOfWorkspace(found, asked)) return false;
  if (!files.includes(node)) return true;
  const known = [process.execPath, findExecutable('node', asked.place)];
  return known.some(
    (one) => one !== null && attempt(() => fs.realpathSync(one) === fs.realpathSync(found), false),
  );
}

function refuse(reason: string): MayRun {
  return { ok: false, reason };
}
