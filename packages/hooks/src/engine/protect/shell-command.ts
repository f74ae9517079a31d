/** A shell command's effects on our files and with our commands, as far as its text shows. Pure. */
import path from 'node:path';
import { simpleCommands } from '@hookloom/core';
import { ownPathBelow, ownPathOf } from './own-places.ts';

export interface ShellPlace {
  own: readonly string[];
  /** Where the command starts. */
  cwd: string;
  home: string | null;
  /** Paths that may be read: reading them does not help to forge a review. */
  readable: readonly string[];
}

/** Longer commands are searched for names only. */
const LONGEST = 32_000;
const OUR_COMMANDS: readonly [RegExp, string][] = [
  [/\bhooks\s+trust\b.*(^|\s)(--yes|-\w*y\w*|--revoke|--restore)(?![\w-])/, 'hooks trust'],
  [/\buninstall\b(?!.*--dry-run)/, 'uninstall'],
  [/\b(init|hooks)\b.*\s--force(?![\w-])/, 'init --force'],
  [/^\S*\s*(hookloom|zaxy)\S*\s+init\b(?!.*--dry-run)/, 'init'],
];
const OUR_PROGRAM = /(^|[\s/\\'"`(])(hookloom|zaxy)(\.cjs|\.cmd|\.exe|\.ps1|@[\w.-]+)?['"]?\s+/;
/** Their words are text, unless a shell reads their output. */
const WITH_TEXT = /^(echo|printf|grep|egrep|rg|ag|git|gh|cat|sed|awk|less|head|tail|man|jq)$/;
const READS_COMMANDS =
  /\|\s*(\S*\/)?(sudo\s+)?(ba|da|z|k|fi)?sh\b|\b(eval|xargs|crontab|at|batch|parallel)\b|<\(|\$\(|`/;
const READERS =
  /^(cat|ls|less|more|head|tail|grep|egrep|rg|stat|wc|file|diff|realpath|test|\[|cd|true|echo)$/;
/** `$(which hookloom)` and its like lead to our program without naming its folder. */
const FINDS_PROGRAM =
  /\b(which|whereis|command\s+-v|type\s+-\w+|readlink|realpath|npm\s+root|dirname)\b[^\n;|&]*(hookloom|zaxy)/i;
const CHANGES =
  />(?!\s*(&1|\/dev\/null))|\b(rm|mv|cp|ln|chmod|tee|sed|truncate|dd|install|patch|unlink|python\d?|perl|node|ruby)\b/;
const REMOVERS =
  /^(rm|rmdir|unlink|shred|mv|chmod|chown|chgrp|chattr|ln|truncate|rsync|find|tar|dd|install|mount|umount|rename)$/;

/** Our own command that a person has to run, as in `hooks trust`; null: none is called. */
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

/** The path of ours that a command names, other than to read it; null: none. */
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
    // A search below the project is everyday work, and files that it removes are reported.
    const beyond = place.own.filter((one) => path.basename(one) !== '.eventloom');
    const below = removes ? ownPathBelow(file, beyond) : null;
    if (below !== null) return below;
  }
  return null;
}

/** Every word that could be a path, absolute, and whether its command removes or moves it. */
function filesIn(text: string, { cwd, home }: ShellPlace): [file: string, removes: boolean][] {
  const found: [string, boolean][] = [];
  let at = cwd;
  const add = (word: string, removes: boolean): void => {
    for (const part of word.split(/[<>=:,()[\]]+/))
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
  // Input that a program reads from a here-document, and text inside quotes.
  for (const word of text.split(/[\s'"`;|&]+/)) if (word.includes('/')) add(word, false);
  return found;
}

/** `~/x` and `$HOME/x` written out. */
function withHome(command: string, home: string | null): string {
  if (home === null) return command;
  return command
    .replaceAll(/(^|[\s'"=:<>(])~(?=\/|\s|$)/g, (_all, before: string) => `${before}${home}`)
    .replaceAll(/\$HOME\b|\$\{HOME\}/g, () => home);
}

/** `hook""loom` and `hook\loom` are one word to a shell. */
function unquoted(text: string): string {
  return text.replaceAll(/''|""|\\(?=[\w.-])/g, '');
}

/** The path itself or something below, not another that begins alike. */
function names(text: string, own: string): boolean {
  for (let at = text.indexOf(own); at >= 0; at = text.indexOf(own, at + 1))
    if (!/[\w.-]/.test(text[at + own.length] ?? '')) return true;
  return false;
}

/** A log decides which project a folder belongs to: creating one below removes that folder from its project. */
function logOf(file: string): string | null {
  const found = /^.*?[/\\]\.eventloom(?=[/\\]|$)/.exec(file);
  return found === null ? null : found[0];
}

/** A pattern of the shell in any part: `~/.hook*`, `/home/a/.{hookloom,x}`. As in a shell, `*` finds no hidden file. */
function matching(file: string, own: readonly string[]): string | null {
  if (!/[*?[{]/.test(file)) return null;
  const parts = file.split('/').map((part) => {
    const pattern = part
      .replaceAll(/[.+^$()|\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '.*')
      .replaceAll(/[{}[\]]/g, '.');
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
