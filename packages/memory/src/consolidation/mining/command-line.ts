/** Splits a recorded command line into the programs that it runs, and names what each does. */

export interface Part {
  text: string;
  /** The operator before it; '' for the first. */
  after: string;
  /** Whether its output goes to another program. */
  isFiltered: boolean;
}

export interface Program {
  /** `git commit`, `npm run build`, `pytest`, `borealis check`. */
  name: string;
  /** The words of the command. Quoted text becomes `_`. */
  words: string[];
}

/** How many further words name what these programs do, at most: `git commit`, `kubectl rollout restart`. */
const SUBCOMMANDS = new Map<string, number>([
  ...'npm npx pnpm yarn bun cargo make pip uv poetry terraform systemctl apt brew gradle mvn rake bundle php artisan dotnet flutter swift mix goreleaser'
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'golangci-lint git go docker kubectl helm gh aws gcloud az'
    .split(' ')
    .map((name) => [name, 2] as const),
]);
/** After these words, another word follows. */
const NESTED =
  /^(?:mod|tool|work|compose|rollout|config|create|pr|issue|release|repo|run|workflow|worktree|stash|remote|submodule|repo|image|container)$/;
/** The words after these are arguments. */
const NO_SUBCOMMANDS =
  /^(?:pytest|psql|mysql|sqlite3|eslint|prettier|jest|mocha|tsc|gofmt|goimports|black|mypy|flake8|pylint|rspec|phpunit|curl|wget|ssh|scp|rsync|tar|zip|unzip|jq|yq|awk|diff|xargs|tee|time|sudo|man|less|gcc|clang|javac|java)$/;
/** Programs that run a file, whose name says what ran. */
const RUNNERS = /^(?:node|python[\d.]*|deno|tsx|ruby|bash|sh|zsh|perl)$/;
const FILE = /^[\w./-]+\.\w+$/;
const SUBCOMMAND = /^[a-z][\w:.-]{0,30}$/i;
const PLAIN_WORD = /^[a-z]{2,20}$/;
const MAX_SUBCOMMANDS = 3;
/** Options before the subcommand that take a value. */
const GLOBAL_OPTION =
  /^(?:-[Ccn]|--(?:context|namespace|prefix|kubeconfig|cwd|dir|filter|workspace))$/;
/** Moves files, prints, or belongs to the shell, so it is not a step of a procedure. */
const TRIVIAL =
  /^(?:mkdir|rmdir|rm|touch|cp|mv|ln|chmod|echo|printf|cd|pushd|popd|export|set|source|unset|eval|for|while|until|do|done|if|then|else|fi|case|esac|test|true|false|exit|kill|pkill|open|read|sudo|\[|\[\[|\.)$/;
const MAX_WORDS = 40;

export function partsOf(command: string): Part[] {
  // Quoted text and here-documents contain no operators.
  const [line = ''] = command.split(/<<-?\s*\S/, 1);
  const masked = line.replaceAll(/"(?:\\.|[^"\\])*"?|'[^']*'?/gs, '_');
  const parts: Part[] = [];
  let after = '';
  for (const piece of masked.split(/(&&|\|\||;|\n)/)) {
    if (/^(?:&&|\|\||;|\n)$/.test(piece)) after = piece;
    else if (piece.trim() !== '') {
      const [text = '', ...filters] = piece.split('|');
      parts.push({ text, after, isFiltered: filters.length > 0 });
    }
  }
  return parts;
}

/** @example programOf('CI=1 git commit -m x')?.name // 'git commit' */
export function programOf(text: string): Program | null {
  const words = text
    .replaceAll(/\d?>>?&?\s*\S+|<\s*\S+/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, MAX_WORDS);
  while (/^\w+=/.test(words[0] ?? '')) words.shift();
  const program = (words[0] ?? '').replace(/^.*\//, '').slice(0, 60);
  if (!/^[\w.+-]+$/.test(program) || TRIVIAL.test(program)) return null;
  const rest = words.slice(1);
  if (RUNNERS.test(program)) {
    // Code on the command line is only for one occasion.
    if (/^-(?:[cep]|-eval|-print)$/.test(rest[0] ?? '') || rest[0] === '-') return null;
    if (rest[0] === '-m' && SUBCOMMAND.test(rest[1] ?? '')) return { name: rest[1]!, words };
    const file = FILE.test(rest[0] ?? '') ? rest[0]!.replace(/^.*\//, '') : '';
    return { name: file === '' ? program : `${program} ${file}`, words };
  }
  const name = [program, ...subcommandsOf(program, rest)].join(' ');
  // A script without a name, as in `bun run .`, does not show what ran.
  return name.endsWith(' run') && SUBCOMMANDS.get(program) === 1 ? null : { name, words };
}

function subcommandsOf(program: string, words: readonly string[]): string[] {
  if (NO_SUBCOMMANDS.test(program)) return [];
  let at = 0;
  while (GLOBAL_OPTION.test(words[at] ?? '')) at += 2;
  const [first = '', second = ''] = words.slice(at);
  const most = SUBCOMMANDS.get(program);
  if (most === undefined) return plainWords(words);
  if (first === 'run' && FILE.test(second)) {
    const file = second.replace(/^.*\//, '');
    return [first, file, ...plainWords(words.slice(at + 2))];
  }
  if (!SUBCOMMAND.test(first)) return [];
  const takesMore = most > 1 ? NESTED.test(first) : first === 'run';
  return takesMore && SUBCOMMAND.test(second) ? [first, second] : [first];
}

function plainWords(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !PLAIN_WORD.test(word));
  return words.slice(0, Math.min(end < 0 ? words.length : end, MAX_SUBCOMMANDS));
}
