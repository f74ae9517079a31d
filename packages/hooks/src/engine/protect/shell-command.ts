/** What a shell command does to our files and with our commands, as far as its text shows. Pure. */
import path from 'node:path';
import { simpleCommands } from '@hookloom/core';
import { ownPathBelow, ownPathOf } from './own-places.ts';

export interface ShellPlace {
  own: readonly string[];
  /** The folder in which the command starts. */
  cwd: string;
  home: string | null;
  /** Paths that may be read, because reading them does not help to forge a review. */
  readable: readonly string[];
}

/** Longer commands are only searched for names. */
const LONGEST = 32_000;
const OUR_COMMANDS: readonly [RegExp, string][] = [
  [/\bhooks\s+trust\b.*(^|\s)(--yes|-\w*y\w*|--revoke|--restore)(?![\w-])/, 'hooks trust'],
  [/\buninstall\b(?!.*--dry-run)/, 'uninstall'],
  [/\b(init|hooks)\b.*\s--force(?![\w-])/, 'init --force'],
  [/^\S*\s*(hookloom|zaxy)\S*\s+init\b(?!.*--dry-run)/, 'init'],
];
const OUR_PROGRAM = /(^|[\s/\\'"`(])(hookloom|zaxy)(\.cjs|\.cmd|\.exe|\.ps1|@[\w.-]+)?['"]?\s+/;
/** The arguments of these programs are text, unless a shell reads their output. */
const WITH_TEXT = /^(echo|printf|grep|egrep|rg|ag|git|gh|cat|sed|awk|less|head|tail|man|jq)$/;
const READS_COMMANDS =
  /\|\s*(\S*\/)?(sudo\s+)?(ba|da|z|k|fi)?sh\b|\b(eval|xargs|crontab|at|batch|parallel)\b|<\(|\$\(|`/;
const READERS =
  /^(cat|ls|less|more|head|tail|grep|egrep|rg|stat|wc|file|diff|realpath|test|\[|cd|true|echo)$/;
/** Commands such as `$(which hookloom)` find our program without naming its folder. */
const FINDS_PROGRAM =
  /\b(which|whereis|command\s+-v|type\s+-\w+|readlink|realpath|npm\s+root|dirname)\b[^\n;|&]*(hookloom|zaxy)/i;
const CHANGES =
  />(?!\s*(&1|\/dev\/null))|\b(rm|mv|cp|ln|chmod|tee|sed|truncate|dd|install|patch|unlink|python\d?|perl|node|ruby)\b/;
const REMOVERS =
  /^(rm|rmdir|unlink|shred|mv|chmod|chown|chgrp|chattr|ln|truncate|rsync|find|tar|dd|install|mount|umount|rename)$/;

/** The command of ours that only a person may run, such as `hooks trust`; null if there is none. */
export function ownCommandIn(command: string): string | null {
  const text = command.slice(0, LONGEST);
  if (!/hookloom|zaxy/i.test(unquoted(text))) return null;
  const lines = READS_COMMANDS.test(text)
    ? [unquoted(text).replaceAll(/\s+/g, ' ')]
    : simpleCommands(text).flatMap((words) =>
        WITH_TEXT.test(path.basename(words[0] ?? '')) ? [] : [words.join(' ')],
      );
  for (const line of lines) {
    const called = OUR_PROGRAM.exec(line);
    if (called === null) continue;
    const rest = line.slice(called.index);
    const found = OUR_COMMANDS.find(([pattern]) => pattern.test(rest));
    if (found !== undefined) return found[1];
  }
  return null;
}

/** Our path that a command names other than to read it; null if there is none. */
export function ownPathIn(command: string, place: ShellPlace): string | null {
  const text = withHome(command, place.home);
  const isReading = (own: string): boolean => place.readable.includes(own) && onlyReads(text);
  const plain = unquoted(text);
  const named = place.own.find((one) => names(plain, one));
  if (named !== undefined && !isReading(named)) return named;
  if (FINDS_PROGRAM.test(plain) && CHANGES.test(plain)) return 'the installed program';
  for (const [file, removes] of filesIn(text.slice(0, LONGEST), place)) {
    const own = ownPathOf(file, place.own) ?? matching(file, place.own) ?? logOf(file);
    if (own !== null && !isReading(own) && !(own === logOf(file) && onlyReads(text))) return own;
    // Searching below the project is ordinary work, and removed files are reported anyway.
    const beyond = place.own.filter((one) => path.basename(one) !== '.eventloom');
    const below = removes ? ownPathBelow(file, beyond) : null;
    if (below !== null) return below;
  }
  return null;
}

/** Every word that could be a path, as an absolute path, and whether its command removes or moves it. */
function filesIn(text: string, { cwd, home }: ShellPlace): [file: string, removes: boolean][] {
  const found: [string, boolean][] = [];
  let at = cwd;
  const add = (word: string, removes: boolean): void => {
    // A pattern such as `{a,b}` must stay whole.
    for (const part of [word, ...word.split(/[<>=:,()[\]]+/)])
      if (part !== '' && !part.startsWith('-')) found.push([path.resolve(at, part), removes]);
  };
  for (const words of simpleCommands(text)) {
    const [program = '', ...rest] = words;
    if (program === 'cd' || program === 'pushd') {
      at = path.resolve(at, rest.find((word) => !word.startsWith('-')) ?? home ?? at);
      continue;
    }
    const removes = words.some((word) => REMOVERS.test(path.basename(word)));
    for (const word of words) add(word, removes);
  }
  // A here-document may be a program's input, and quoted text may contain paths.
  for (const word of text.split(/[\s'"`;|&]+/)) if (word.includes('/')) add(word, false);
  return found;
}

/** Expands `~/x` and `$HOME/x`. */
function withHome(command: string, home: string | null): string {
  if (home === null) return command;
  return command
    .replaceAll(/(^|[\s'"=:<>(])~(?=\/|\s|$)/g, (_all, before: string) => `${before}${home}`)
    .replaceAll(/\$HOME\b|\$\{HOME\}/g, () => home);
}

/** A shell reads `hook""loom` and `hook\loom` as one word. */
function unquoted(text: string): string {
  return text.replaceAll(/''|""|\\(?=[\w.-])/g, '');
}

/** Matches the path itself or something below it, but no other path with the same beginning. */
function names(text: string, own: string): boolean {
  for (let at = text.indexOf(own); at >= 0; at = text.indexOf(own, at + 1))
    if (!/[\w.-]/.test(text[at + own.length] ?? '')) return true;
  return false;
}

/** A log determines the project of its folder, so creating one would remove that folder from its project. */
function logOf(file: string): string | null {
  const found = /^.*?[/\\]\.eventloom(?=[/\\]|$)/.exec(file);
  return found === null ? null : found[0];
}

/** A shell pattern in any part: `~/.hook*`, `/home/a/.{hookloom,x}`. As in a shell, `*` matches no hidden file. */
function matching(file: string, own: readonly string[]): string | null {
  if (!/[*?[{]/.test(file)) return null;
  const parts = file.split('/').map((part) => {
    const pattern = part
      .replaceAll(/[.+^$()|\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '.*')
      .replaceAll(/[{}[\]]/g, '.?');
    return new RegExp(`^${/^[*?[]/.test(part) ? '(?!\\.)' : ''}${pattern}$`);
  });
  return (
    own.find((one) => {
      const names = one.split('/');
      return parts.length >= names.length && names.every((name, at) => parts[at]!.test(name));
    }) ?? null
  );
}

function onlyReads(text: string): boolean {
  if (/>|\$\(|`/.test(text.replaceAll(/\d?>\s*(&1|\/dev\/null)/g, ''))) return false;
  return simpleCommands(text).every((words) => READERS.test(path.basename(words[0] ?? '')));
}
