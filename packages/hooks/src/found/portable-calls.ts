/**
 * How a project's files call Hookloom. Teams commit these files, so they contain no path of one machine. A shell
 * replaces `~`. Pure.
 */

/** The launcher that `init` installs in the user's home folder. */
export const PORTABLE_LAUNCHER = '~/.hookloom/bin/hookloom-hook';

/** Clients start servers without a shell. `words` are options and names without blanks. */
export function portableServer(words: readonly string[] = []): { command: string; args: string[] } {
  return { command: 'sh', args: ['-c', [`exec ${PORTABLE_LAUNCHER} serve`, ...words].join(' ')] };
}

const SERVES = /^exec ~\/\.hookloom\/bin\/hookloom-hook (serve(?: [\w.-]+)*)$/;

/** A hook's command line with the path that it has on this machine. */
export function expandedLine(line: string, home: string): string {
  return line.startsWith(`${PORTABLE_LAUNCHER} `) ? home + line.slice(1) : line;
}

/** The same for the words that start a server. */
export function expandedWords(words: readonly string[], home: string): readonly string[] {
  const [shell, option, line = ''] = words;
  const served = SERVES.exec(line)?.[1];
  if (served === undefined || shell !== 'sh' || option !== '-c' || words.length !== 3) return words;
  return [home + PORTABLE_LAUNCHER.slice(1), ...served.split(' ')];
}
