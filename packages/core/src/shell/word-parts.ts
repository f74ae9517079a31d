/** The parts of a word in a shell command: text, variables, and the output of other commands. */

export type WordPart =
  | { kind: 'text'; text: string }
  /** `$NAME`, `${NAME}`, `${NAME%/*}`. `text` is as written; `operation` is the text after the name. */
  | { kind: 'variable'; text: string; name: string; operation: string }
  /** `$(…)`, backquotes, `<(…)`. `text` is as written. */
  | { kind: 'command'; text: string; script: string };

/** Deeper nested substitutions are not parsed. */
const MAX_DEPTH = 64;

export interface ReadOptions {
  /** How many substitutions are around it. */
  depth?: number;
  /** `path`: two backslashes stay two, as in a path of Windows. */
  backslash?: 'posix' | 'path';
}

/** Reads the quoted text that begins at `at`: `'…'`, `"…"`, `$'…'` or `$"…"`. */
export function readQuoted(
  text: string,
  at: number,
  { depth = 0, backslash = 'posix' }: ReadOptions = {},
): { parts: WordPart[]; end: number; closed: boolean; expanded: boolean } {
  const isAnsi = text[at] === '$' && text[at + 1] === "'";
  const from = text[at] === '$' ? at + 1 : at;
  const parts: WordPart[] = [];
  const add = (more: string): void => {
    parts.push({ kind: 'text', text: more });
  };
  let expanded = false;
  if (text[from] === "'" && !isAnsi) {
    const end = text.indexOf("'", from + 1);
    add(text.slice(from + 1, end < 0 ? text.length : end));
    return { parts, end: end < 0 ? text.length : end + 1, closed: end >= 0, expanded };
  }
  const quote = text[from]!;
  for (let here = from + 1; here < text.length;) {
    const one = text[here]!;
    const next = text[here + 1] ?? '';
    if (one === quote) return { parts, end: here + 1, closed: true, expanded };
    if (one === '\\') {
      if (isAnsi) add(ANSI[next] ?? next);
      else if (next !== '\n')
        add((backslash === 'path' ? /[$`"]/ : /[$`"\\]/).test(next) ? next : one + next);
      here += 2;
    } else if (!isAnsi && (one === '`' || (one === '$' && /[A-Za-z_0-9{(@*#?$!-]/.test(next)))) {
      const { part, end } = readExpansion(text, here, depth);
      expanded ||= part.kind === 'command';
      parts.push(part);
      here = end;
    } else {
      let end = here + 1;
      while (end < text.length && !/["'\\$`]/.test(text[end]!)) end += 1;
      add(text.slice(here, end));
      here = end;
    }
  }
  return { parts, end: text.length, closed: false, expanded };
}

const ANSI: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '', b: '', e: '\u001B' };

/** Reads what begins at `at` with `$`, a backquote, `<(` or `>(`. */
export function readExpansion(
  text: string,
  at: number,
  depth = 0,
): { part: WordPart; end: number } {
  if (text[at] === '`') {
    let end = at + 1;
    while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
    const script = text.slice(at + 1, end).replaceAll(/\\([`\\$])/g, '$1');
    return { part: { kind: 'command', text: text.slice(at, end + 1), script }, end: end + 1 };
  }
  if (text[at + 1] === '(') {
    const end = closing(text, at + 1, '()', depth + 1);
    const script = text.slice(at + 2, end - 1);
    return { part: { kind: 'command', text: text.slice(at, end), script }, end };
  }
  if (text[at + 1] === '{') {
    const end = closing(text, at + 1, '{}', depth + 1);
    const inner = text.slice(at + 2, end - 1);
    const name = /^[A-Za-z_]\w*|^[0-9@*#?$!-]/.exec(inner)?.[0] ?? '';
    const operation = inner.slice(name.length);
    return { part: { kind: 'variable', text: text.slice(at, end), name, operation }, end };
  }
  const name = /^([A-Za-z_]\w*|[0-9@*#?$!-])/.exec(text.slice(at + 1, at + 257))?.[0] ?? '';
  const end = at + 1 + name.length;
  if (name === '') return { part: { kind: 'text', text: '$' }, end };
  return { part: { kind: 'variable', text: text.slice(at, end), name, operation: '' }, end };
}

/** After the bracket that closes the one at `from`, respecting quotes and nesting; the end of the text if none does. */
function closing(text: string, from: number, brackets: string, depth: number): number {
  if (depth > MAX_DEPTH) return text.length;
  const [open, close] = brackets;
  let opened = 0;
  for (let at = from; at < text.length; at += 1) {
    const one = text[at]!;
    if (one === '\\') at += 1;
    else if (one === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return text.length;
      at = end;
    } else if (one === '"') at = readQuoted(text, at, { depth }).end - 1;
    else if (one === open) opened += 1;
    else if (one === close && --opened === 0) return at + 1;
  }
  return text.length;
}
