/** Codex wraps a command into `/bin/bash -lc '…'` for approvals and items; its own hooks receive only the script. */
import { parseShell } from '@hookloom/core';

const SHELL = /^(?:\S*\/)?(?:bash|sh|zsh|dash|ksh)$/;
const SCRIPT_FLAG = /^-l?c$/;

/**
 * The script of a wrapped command; any other command unchanged. Only a wrapper that is exactly a shell, its flag and
 * one quoted script is removed, so that nothing that would run is hidden from a rule.
 *
 * @example unwrapScript("/bin/bash -lc 'touch made.txt'") === 'touch made.txt'
 */
export function unwrapScript(command: string): string {
  const words = shellWords(command);
  return words !== null && isWrapper(words) ? words[2]! : command;
}

/** The same for a command in words, as older requests have it. */
export function scriptOf(words: readonly string[]): string {
  return isWrapper(words) ? words[2]! : words.join(' ');
}

function isWrapper(words: readonly string[]): boolean {
  return words.length === 3 && SHELL.test(words[0]!) && SCRIPT_FLAG.test(words[1]!);
}

/** Words by the quoting rules of POSIX. Null if a shell would do more than split and unquote. */
function shellWords(line: string): string[] | null {
  const { commands, intricate } = parseShell(line);
  const words = commands[0]?.words ?? [];
  const isPlain = words.every(
    ({ written, parts }) =>
      parts.every(({ kind }) => kind === 'text') &&
      !/[*?[\]#~{}!$`]/.test(written.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, '')),
  );
  // The shell would do anything that is not in the words, such as a redirection.
  const isWhole = words.map(({ written }) => written).join(' ') === line;
  return !intricate && isPlain && isWhole ? words.map(({ plain }) => plain) : null;
}
