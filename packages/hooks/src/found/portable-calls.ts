/**
 * How files of a project call us: teams commit them, so they hold no path of one machine. A shell replaces `~`. Pure.
 */

/** The launcher that `init` installs in the user's home folder. */
export const PORTABLE_LAUNCHER = '~/.hookloom/bin/hookloom-hook';

/** Clients start servers without a shell. */
export const PORTABLE_SERVER = {
  command: 'sh',
  args: ['-c', `exec ${PORTABLE_LAUNCHER} serve`],
} as const;

/** A hook's command line with the path that it has on this machine. */
export function expandedLine(line: string, home: string): string {
  return line.startsWith(`${PORTABLE_LAUNCHER} `) ? home + line.slice(1) : line;
}

/** The same for the words that start a server. */
export function expandedWords(words: readonly string[], home: string): readonly string[] {
  const { command, args } = PORTABLE_SERVER;
  const isOurs = [command, ...args].every((word, at) => words[at] === word);
  return isOurs && words.length === 3 ? [home + PORTABLE_LAUNCHER.slice(1), 'serve'] : words;
}
