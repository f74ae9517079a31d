/** Codex wraps a command into `/bin/bash -lc '…'` for approvals and items; its own hooks are given the script alone. */

const SHELL = /^(?:\S*\/)?(?:bash|sh|zsh|dash|ksh)$/;
const SCRIPT_FLAG = /^-l?c$/;

/**
 * The script of a wrapped command; any other command as it is. Only a wrapper that is exactly a shell, its flag and
 * one quoted script is taken off, so that nothing that would run is hidden from a rule.
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

/** Words by the quoting rules of POSIX. Null where a shell would do more than split and unquote. */
function shellWords(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return null;
      word = (word ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      const quoted = doubleQuoted(line, at + 1);
      if (quoted === null) return null;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      if (at + 1 >= line.length || line[at + 1] === '\n') return null;
      word = (word ?? '') + line[++at]!;
    } else if (char === ' ' || char === '\t') {
      if (word !== null) words.push(word);
      word = null;
      if (words.length > 3) return null;
    } else if (/[\n;&|<>()$`*?[\]#~{}!]/.test(char)) return null;
    else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}

function doubleQuoted(line: string, from: number): { text: string; end: number } | null {
  let text = '';
  for (let at = from; at < line.length; at++) {
    const char = line[at]!;
    if (char === '"') return { text, end: at };
    if (char === '$' || char === '`') return null;
    if (char === '\\' && /[$`"\\]/.test(line[at + 1] ?? '')) text += line[++at]!;
    else if (char === '\\' && line[at + 1] === '\n') return null;
    else text += char;
  }
  return null;
}
