/** Splits a shell command line into its simple commands and their words. Pure; linear in the length of the line. */
import { readExpansion, readQuoted, type WordPart } from './word-parts.ts';

export interface ShellWord {
  /** As it was written, quotes included. */
  written: string;
  /** Without quotes. Variables and substitutions are left as they were written. */
  plain: string;
  parts: WordPart[];
}

export interface ShellCommand {
  /** Without redirections and their targets. Assignments before the program are ordinary words here. */
  words: ShellWord[];
  /** The files of its redirections. */
  targets: ShellWord[];
}

export interface ShellLine {
  commands: ShellCommand[];
  /** Scripts of `$(…)`, backquotes, `<(…)` and `>(…)`, in order. */
  substitutions: string[];
  /** True if the line does more than start simple commands: substitutions, groups, here-documents, an open quote. */
  intricate: boolean;
}

export interface ShellOptions {
  /** `path`: a backslash before a letter, digit, `.`, `:`, `-` or another backslash stays, as in a path of Windows. */
  backslash?: 'posix' | 'path';
  /** Stops behind the first command. */
  first?: boolean;
}

/**
 * Never throws: text that cannot be parsed becomes words.
 *
 * @example parseShell('cd sub && ./check.sh "$1" > out.log').commands.map(({ words }) => words.map(({ plain }) =>
 *   plain))
 * // → [['cd', 'sub'], ['./check.sh', '$1']]
 */
export function parseShell(
  text: string,
  { backslash = 'posix', first = false }: ShellOptions = {},
): ShellLine {
  const line: ShellLine = { commands: [], substitutions: [], intricate: false };
  let words: ShellWord[] = [];
  let targets: ShellWord[] = [];
  let word = null as ShellWord | null;
  /** The current word belongs to a redirection. */
  let isTarget = false;
  const documents: string[] = [];
  let isDelimiter = false;

  const add = (written: string, part: WordPart): void => {
    word ??= { written: '', plain: '', parts: [] };
    word.written += written;
    word.plain += part.text;
    word.parts.push(part);
    if (part.kind === 'command') line.substitutions.push(part.script);
  };
  const endWord = (): void => {
    if (word === null) return;
    if (isDelimiter) documents.push(word.plain);
    else (isTarget ? targets : words).push(word);
    isTarget = false;
    isDelimiter = false;
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    isTarget = false;
    isDelimiter = false;
    if (words.length + targets.length > 0) line.commands.push({ words, targets });
    words = [];
    targets = [];
  };

  for (let at = 0; at < text.length;) {
    if (first && line.commands.length > 0) return line;
    const one = text[at]!;
    const next = text[at + 1] ?? '';
    if (one === '\\') {
      if (next === '\n') at += 2;
      else {
        const isPath = backslash === 'path' && /[\w\\.:-]/.test(next);
        add(one + next, { kind: 'text', text: isPath ? one : next });
        at += isPath ? 1 : 2;
      }
    } else if (one === "'" || one === '"' || (one === '$' && (next === "'" || next === '"'))) {
      const quoted = readQuoted(text, at, { backslash });
      line.intricate ||= !quoted.closed || quoted.expanded || one === '$';
      if (quoted.parts.length === 0) add('', { kind: 'text', text: '' });
      for (const part of quoted.parts) add('', part);
      word!.written += text.slice(at, quoted.end);
      at = quoted.end;
    } else if (one === '$' || one === '`') {
      const { part, end } = readExpansion(text, at);
      line.intricate ||= part.kind === 'command';
      add(text.slice(at, end), part);
      at = end;
    } else if ((one === '<' || one === '>') && next === '(') {
      const { part, end } = readExpansion(text, at);
      line.intricate = true;
      add(text.slice(at, end), part);
      at = end;
    } else if (one === '<' || one === '>' || (one === '&' && next === '>')) {
      // `2>` and `{fd}>`: the text before the sign belongs to the redirection.
      if (/^(\d+|\{\w+\})$/.test(word?.written ?? '')) word = null;
      endWord();
      const operator = /^(<<<|<<-?|&>>?|[<>]&|<>|>\||>>|[<>])/.exec(text.slice(at, at + 3))![0];
      if (operator.startsWith('<<') && operator !== '<<<') {
        isDelimiter = true;
        line.intricate = true;
      } else isTarget = true;
      at += operator.length;
    } else if (one === '\n') {
      endCommand();
      at = afterDocuments(text, at + 1, documents);
    } else if (one === ';' || one === '&' || one === '|') {
      endCommand();
      at += 1;
    } else if (one === '(' && endsWithAssignment(word)) {
      // `list=(…)` contains data.
      line.intricate = true;
      at = afterGroup(text, at);
    } else if (one === '(' || one === ')') {
      line.intricate = true;
      endCommand();
      at += 1;
    } else if (/\s/.test(one)) {
      endWord();
      at += 1;
    } else if (one === '#' && word === null) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else {
      const end = plainEnd(text, at + 1);
      add(text.slice(at, end), { kind: 'text', text: text.slice(at, end) });
      at = end;
    }
  }
  endCommand();
  return line;
}

/** The words without their quotes. */
export function plainWords({ words }: ShellCommand): string[] {
  return words.map(({ plain }) => plain);
}

function endsWithAssignment(word: ShellWord | null): boolean {
  return word !== null && /^[A-Za-z_]\w*\+?=$/.test(word.written);
}

function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s\\'"$`<>;&|()]/.test(text[at]!)) at += 1;
  return at;
}

/** Behind the `)` that closes the `(` at this place. */
function afterGroup(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === ')') return at + 1;
    if (text[at] === "'" || text[at] === '"') at = readQuoted(text, at).end - 1;
  }
  return text.length;
}

/** After the here-documents that begin at this place. */
function afterDocuments(text: string, from: number, delimiters: string[]): number {
  let at = from;
  for (const delimiter of delimiters.splice(0))
    while (at < text.length) {
      const end = text.indexOf('\n', at);
      const row = text.slice(at, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
      if (row.replace(/^\t+/, '') === delimiter) break;
    }
  return at;
}
