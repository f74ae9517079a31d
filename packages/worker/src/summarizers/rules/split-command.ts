/** Splits a shell line into simple commands and their words: enough to name its purpose, not to run it. */

const MAX_CHARS = 1000;
/** Words before a command that do not change what it is. */
const PREFIXES = new Set(
  'sudo time nohup env exec command npx bunx xvfb-run do then else elif if while until ! { ('.split(
    ' ',
  ),
);
const PREFIX_PAIRS = ['pnpm exec', 'pnpm dlx', 'yarn exec', 'uv run', 'poetry run', 'bundle exec'];

export type Sign = '' | '|' | '||' | '&&' | '&' | ';';

export interface CommandPart {
  /** As written, without quotes. */
  raw: string[];
  /** Without assignments, and without prefixes that start another program. */
  words: string[];
  /** The first word; empty if there is none. */
  first: string;
  sign: Sign;
  /**
   * Whether it shows the purpose of the line: not after a pipe, and not a command that only prepares or ends the shell.
   */
  isTelling: boolean;
}

/** Shell keywords and commands that do not show what was done. */
const SHELL_WORD =
  /^(cd|pushd|popd|export|set|source|\.|sleep|exit|return|true|false|:|wait|unset|umask|ulimit|shift|break|continue|echo|printf|read|for|case|esac|done|fi|function|\[\[?|[)}])$/;

/**
 * All simple commands of a line.
 *
 * @example commandParts('cd app && CI=1 npx vitest run | tail -5').map(({ words }) => words) // [['cd', 'app'],
 * ['vitest', 'run'], ['tail', '-5']]
 */
export function commandParts(line: string): CommandPart[] {
  const parts: CommandPart[] = [];
  let raw: string[] = [];
  const end = (sign: Sign): void => {
    const words = stripped(raw);
    const isPiped = parts.at(-1)?.sign === '|';
    const isTelling = !isPiped && words.length > 0 && !SHELL_WORD.test(words[0]!);
    if (raw.length > 0) parts.push({ raw, words, first: raw[0]!, sign, isTelling });
    raw = [];
  };
  for (const token of tokens(line.slice(0, MAX_CHARS))) {
    if (token.sign === null) raw.push(token.text);
    else end(token.sign);
  }
  end('');
  return parts;
}

function stripped(words: string[]): string[] {
  let rest = words;
  for (;;) {
    const [first, second] = rest;
    if (first === undefined) return rest;
    const isPrefix = PREFIXES.has(first) || /^[A-Za-z_]\w*=/.test(first);
    if (isPrefix) rest = rest.slice(1);
    else if (first === 'timeout') rest = rest.slice(2);
    else if (second !== undefined && PREFIX_PAIRS.includes(`${first} ${second}`))
      rest = rest.slice(2);
    else return rest;
  }
}

interface Token {
  /** The operator that ends a command, or null for a word. */
  sign: Sign | null;
  text: string;
}

function signOf(sign: '|' | '&' | ';' | '\n', isDoubled: boolean): Sign {
  if (sign === '|') return isDoubled ? '||' : '|';
  if (sign === '&') return isDoubled ? '&&' : '&';
  return ';';
}

function tokens(line: string): Token[] {
  const out: Token[] = [];
  let word: string | null = null;
  let quote = '';
  const close = (): void => {
    if (word !== null) out.push({ sign: null, text: word });
    word = null;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (sign === '\\' && at + 1 < line.length) word = (word ?? '') + line[++at]!;
    else if (sign === ' ' || sign === '\t') close();
    else if (sign === '&' && (line[at - 1] === '>' || line[at + 1] === '>'))
      word = (word ?? '') + sign;
    else if (sign === '|' || sign === '&' || sign === ';' || sign === '\n') {
      close();
      const doubled = line[at + 1] === sign;
      out.push({ sign: signOf(sign, doubled), text: '' });
      if (doubled) at++;
    } else word = (word ?? '') + sign;
  }
  close();
  return out;
}
