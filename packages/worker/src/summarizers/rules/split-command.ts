/** A shell line in its simple commands and their words: enough to say what it was for, never to run it. */

const MAX_CHARS = 1000;
/** Words before a command that do not change what it is. */
const PREFIXES = new Set([
  'sudo',
  'time',
  'nohup',
  'env',
  'exec',
  'command',
  'npx',
  'bunx',
  'xvfb-run',
]);
const PREFIX_PAIRS = ['pnpm exec', 'pnpm dlx', 'yarn exec', 'uv run', 'poetry run', 'bundle exec'];

/**
 * The first command of every pipeline, without assignments, `cd` and the like.
 *
 * @example splitCommand('cd app && CI=1 npx vitest run | tail -5') // [['vitest', 'run']]
 */
export function splitCommand(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let isPiped = false;
  const end = (pipes: boolean): void => {
    const own = stripped(words);
    if (!isPiped && own.length > 0 && !/^(cd|pushd|popd|export|set|source|\.|sleep)$/.test(own[0]!))
      commands.push(own);
    words = [];
    isPiped = pipes;
  };
  for (const token of tokens(line.slice(0, MAX_CHARS))) {
    if (token.sign === null) words.push(token.text);
    else end(token.sign === '|');
  }
  end(false);
  return commands;
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
  /** What ends a command, or null for a word. */
  sign: string | null;
  text: string;
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
    else if (sign === '&' && line[at - 1] === '>') word = (word ?? '') + sign;
    else if (sign === '|' || sign === '&' || sign === ';' || sign === '\n') {
      close();
      const doubled = line[at + 1] === sign;
      out.push({ sign: sign === '|' && !doubled ? '|' : ';', text: '' });
      if (doubled) at++;
    } else word = (word ?? '') + sign;
  }
  close();
  return out;
}
