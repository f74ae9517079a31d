/**
 * The lines of an environment file: `KEY=VALUE` with everything after the sign as the value, and Claude Code's lines
 * for a shell: `export KEY='a b' OTHER=c`. Nothing is ever evaluated; a line that a shell would have to run or expand
 * is refused.
 */

export type ParsedVariable = { name: string; value: string } | { problem: string };

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);
}

/**
 * @example parseEnvText(`A=b c\nexport D='e f' # note\n`)
 * // → [{ name: 'A', value: 'b c' }, { name: 'D', value: 'e f' }]
 */
export function parseEnvText(text: string): ParsedVariable[] {
  const out: ParsedVariable[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === '' || line.startsWith('#')) continue;
    const exported = /^export\s+(.*)$/.exec(line)?.[1];
    if (exported === undefined) {
      out.push(parsePlain(line));
      continue;
    }
    const { variables, open } = parseWords(exported);
    out.push(...variables);
    if (open === null) continue;
    out.push({ problem: `The value of ${open.name} goes over several lines.` });
    // Text before the closing quote sets nothing.
    const closing = open.quote === "'" ? /'/ : /^(?:[^"\\]|\\.)*"/;
    do at++;
    while (at < lines.length && !closing.test(lines[at]!));
  }
  return out;
}

/** `KEY=VALUE`: the value may be quoted; an unquoted one is used unchanged, spaces included. */
function parsePlain(line: string): ParsedVariable {
  const at = line.indexOf('=');
  const name = line.slice(0, Math.max(at, 0));
  if (!isVariableName(name)) return { problem: 'A line is no KEY=VALUE.' };
  const written = line.slice(at + 1).trim();
  if (/^['"]/.test(written)) {
    const { variables } = parseWords(`${name}=${written}`);
    return variables.length === 1 ? variables[0]! : { problem: notPlain(name) };
  }
  // A dollar sign before a name is text here: nothing expands these lines.
  return /["'`]|\$[({]/.test(written)
    ? { problem: notPlain(name) }
    : checked({ name, value: written });
}

/** The assignments of an `export` line, up to the first word that is none. */
function parseWords(text: string) {
  const variables: ParsedVariable[] = [];
  let rest = text.trimStart();
  while (rest !== '' && !rest.startsWith('#')) {
    const name = /^([^\s=]+)=/.exec(rest)?.[1] ?? '';
    if (!isVariableName(name)) {
      variables.push({ problem: 'A line exports what is no KEY=VALUE.' });
      break;
    }
    const word = readWord(rest.slice(name.length + 1));
    if (word === "'" || word === '"') return { variables, open: { quote: word, name } };
    const next = word?.rest.replace(/^\s*;\s*(?:export\s+|$)/, ' ');
    if (word === null || next === undefined || /^\S/.test(next)) {
      variables.push({ problem: notPlain(name) });
      break;
    }
    variables.push(checked({ name, value: word.value }));
    rest = next.trimStart();
  }
  return { variables, open: null };
}

/** Literal pieces of a shell word; each begins with a character that no other begins with. */
const PIECES = [
  /^'([^']*)'/,
  /^"((?:[^"\\$`]|\\.|\$(?![\w({@*#?!$-]))*)"/,
  /^\\(.)/,
  /^([^\s;'"\\$`&|<>(){}~]+)/,
];

/** One word of a shell. A quote: it is not closed. Null: a shell would have to evaluate it. */
function readWord(text: string): { value: string; rest: string } | "'" | '"' | null {
  let value = '';
  let rest = text;
  while (rest !== '' && !/^[\s;]/.test(rest)) {
    const piece = PIECES.map((shape) => shape.exec(rest)).find((found) => found !== null);
    if (piece === undefined) {
      if (rest.startsWith("'")) return "'";
      return /^"(?:[^"\\]|\\.)*\\?$/.test(rest) ? '"' : null;
    }
    const [whole, inner = ''] = piece;
    value += whole.startsWith('"') ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
    rest = rest.slice(whole.length);
  }
  return { value, rest };
}

function checked(variable: { name: string; value: string }): ParsedVariable {
  return /[\u0000-\u0008\u000a-\u001f]/.test(variable.value)
    ? { problem: `The value of ${variable.name} holds control characters.` }
    : variable;
}

function notPlain(name: string): string {
  return `The value of ${name} is not a plain text.`;
}
